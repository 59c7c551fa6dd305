"""Rematerialisation on PTX: values computed again before their uses instead of being kept in registers."""
