"""libLLVM 22 behind typed handles: the only folder that touches ctypes."""
