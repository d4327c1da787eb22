"""Press: what players write to each other and to the GM. It decides nothing in the game."""
