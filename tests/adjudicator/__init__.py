"""The proof of the adjudicator, written against its public face alone; nothing here looks inside the
engine.
"""
