"""The proof of the whole product; one folder for each of its halves."""
