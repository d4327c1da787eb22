"""Games: storage, services (every write), selectors (every read), the gate to the adjudicator."""
