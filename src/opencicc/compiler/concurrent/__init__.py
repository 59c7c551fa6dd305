"""Compile one module by several workers: cut it into parts, compile the parts, put their PTX together again."""
