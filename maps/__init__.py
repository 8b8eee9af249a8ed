"""From geography to playable maps. Runs at build time only: `python -m maps.build`, explained in docs/maps.md."""
