"""What lower-aggr-copies is made of: facts about a copy (transfer), its form (decide), the edits (write), and values.

transfer.py    a memcpy, memmove or memset as facts
decide.py      straight code or a loop, in which direction
write.py       the loads, stores and loops
members.py     small copies as single values, early, for sroa
aggregates.py  loads and stores of whole structs and arrays
"""
