"""Proofs of cosmic: the map, the battle, whole games, Omega, what its orders cannot tell."""
