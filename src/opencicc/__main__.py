"""`python -m opencicc` is the command line."""

import sys

from opencicc.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
