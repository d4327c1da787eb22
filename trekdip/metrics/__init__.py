"""What operators measure: counters of each process, and what the database tells at the moment of asking."""
