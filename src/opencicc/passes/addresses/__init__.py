"""Addresses taken apart, grouped and rewritten: what scev-cgp, common-base-elim and base-address-sr share; sums for sum-indices.

terms.py    an address as root + variable terms + constant     groups.py   addresses that differ by a constant
sums.py     integers as sums of products                       shorten.py  sums in which a quotient and its remainder meet
rewrite.py  one base for a group, the members as base + constant
"""
