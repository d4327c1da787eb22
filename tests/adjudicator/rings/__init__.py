"""Proofs of rings: the wheel, the battle of forces, whole games, what is hidden."""
