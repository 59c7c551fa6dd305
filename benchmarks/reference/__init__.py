"""Plain NumPy versions of what several references need."""
