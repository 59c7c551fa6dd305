"""Everything settable: declared once as an Option, read through frozen OptionValues."""
