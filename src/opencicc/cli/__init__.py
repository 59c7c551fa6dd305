"""The command line: `opencicc FILE ...` and its subcommands."""
