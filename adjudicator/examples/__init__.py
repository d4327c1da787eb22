"""Small typed programs that use the adjudicator from outside; nothing of the engine lives here."""
