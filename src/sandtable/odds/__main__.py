"""`python -m sandtable.odds`: compile everything once, so that nobody waits for it later (part of `make setup`)."""

from __future__ import annotations

from sandtable import odds


def main() -> None:
    """Ask one small question of every sort."""
    odds.battle("classic", "1 infantry", "1 infantry")
    odds.battle("classic", "1 submarine, 1 fighter", "1 submarine, 1 transport", retreat="below 0.5", by_round=True)
    odds.battle("classic", "1 submarine, 1 battleship", "1 submarine", attack_losses="optimal", retreat="after 2")
    odds.battle("1942", "1 submarine, 1 battleship", "1 submarine", attack_losses="optimal", retreat="after 2")


if __name__ == "__main__":
    main()
