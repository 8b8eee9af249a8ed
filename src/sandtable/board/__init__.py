"""The board: spaces and their graph, powers and sides, unit types, scenario files."""
