"""What the d6 family shares: one module per chapter of the rules."""
