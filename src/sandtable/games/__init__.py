"""The games. Importing this package registers them."""

from sandtable.games import classic, spring1942

__all__ = ["classic", "spring1942"]
