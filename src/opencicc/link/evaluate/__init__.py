"""Runs a libdevice function on constants, with the bits the GPU would compute, or gives up."""
