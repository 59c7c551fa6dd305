"""A pipeline as text: parsed, printed, listed."""
