"""Optional rules that more than one game can use, one mixin per switch."""
