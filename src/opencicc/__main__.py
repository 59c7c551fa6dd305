"""`python -m opencicc` is the command line, as the console script."""

from opencicc.cli.main import entry

if __name__ == "__main__":
    entry()
