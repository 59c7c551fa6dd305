"""Arithmetic of PTX on NumPy arrays: every function takes and returns arrays of lanes.

An array has one element per lane, or exactly one element that stands for all lanes.
"""
