"""What is kept about a person: to be had as a file, and to be taken away."""
