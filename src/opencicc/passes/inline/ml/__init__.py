"""The trained advisor of model C: features of a call site, a small network, a training log."""
