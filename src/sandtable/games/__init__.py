"""The games. Importing this package registers them."""

from sandtable.games import classic

__all__ = ["classic"]
