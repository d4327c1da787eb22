"""Quadrants against its rulings: the map, the laws of every phase, chance, alliances; its cases lie in
`cases/`."""
