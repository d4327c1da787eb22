"""The battle: decisions that depend on each other (`solver`), and standard-like battles on top (`battle`,
`reasons`)."""
