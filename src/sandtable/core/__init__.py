"""The game-agnostic core: decisions, actions, events, dice, records, views. It knows no game."""
