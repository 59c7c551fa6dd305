"""Two compiles side by side: what each kernel costs on either side, and where their ways part."""
