"""Running the kernel set on a GPU through the driver, with Python and NumPy only."""
