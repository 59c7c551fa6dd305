"""For those who like LLVM's lit: `lit tests/ir` runs the same RUN lines that pytest runs."""

import os

import lit.formats

config.name = "opencicc"  # noqa: F821 (lit provides it)
config.suffixes = [".ll", ".ptx"]  # noqa: F821
config.excludes = ["data", "traps"]  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=False)  # noqa: F821
config.test_source_root = os.path.dirname(__file__)  # noqa: F821
config.environment["PATH"] = os.environ["PATH"]  # noqa: F821 (needs opencicc and filecheck)
config.environment["OPENCICC_STRICT_PASSES"] = "1"  # noqa: F821
config.environment["OPENCICC_VERIFY_EACH"] = "1"  # noqa: F821
