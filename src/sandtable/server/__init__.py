"""The browser game's server: saved games, live play, odds, history (see docs/server.md)."""
