"""One `<name>.cu` per kernel, and beside it `<name>.py`: its launch data, reference result, tolerances and bound."""
