"""The assembler: options, target, language and level in, a tuple of Steps out; nothing here touches LLVM."""
