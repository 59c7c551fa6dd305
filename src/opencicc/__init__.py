"""opencicc: an open device-code optimizer for NVIDIA GPUs. NVVM/LLVM IR in, PTX out."""

__version__ = "0.1.0"
