"""Addresses taken apart, grouped and rewritten: what scev-cgp, common-base-elim and base-address-sr share.

terms.py    an address as root + variable terms + constant     groups.py   addresses that differ by a constant
rewrite.py  one base for a group, the members as base + constant
"""
