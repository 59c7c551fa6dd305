"""The part that travels: runs staged programs and prints the table, with python3 and the CUDA driver only."""
