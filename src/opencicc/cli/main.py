"""The entry point: finds the subcommand, and makes words and an exit code of every error."""

from __future__ import annotations

import gc
import os
import sys

from opencicc.cli import streams
from opencicc.errors import CompilerError, InternalError

# Subcommand -> the module whose `main(argv)` runs it, and what it does.
_COMMANDS = (
    ("report", "opencicc.cli.report", "where a kernel's registers go"),
    ("view", "opencicc.cli.view", "a compile as one page to look at"),
    ("compare", "opencicc.cli.compare", "two files, flag sets or compilers, kernel by kernel"),
    ("run", "opencicc.cli.run", "execute a kernel of a PTX file on the CPU"),
    ("opt", "opencicc.cli.opt", "the optimizer alone, IR in, IR out"),
    ("ptx-opt", "opencicc.cli.ptx_opt", "the passes on PTX alone"),
    ("options", "opencicc.cli.options_cmd", "every option of the optimizer"),
    ("passes", "opencicc.cli.options_cmd", "every pass"),
    ("explain", "opencicc.cli.explain", "what an option, pass or pipeline is, and who set it"),
    ("bisect", "opencicc.cli.bisect", "the pass that changes a check's verdict"),
    ("batch", "opencicc.cli.batch", "many modules at once"),
    ("exec", "opencicc.cli.execute", "run a program with our libNVVM in the place of NVIDIA's"),
    ("doctor", "opencicc.cli.doctor", "what was found on this machine, and what is missing"),
    ("cache", "opencicc.cli.cache_cmd", "what the cache holds, and away with it"),
    ("completion", "opencicc.cli.completion", "a script that completes words in bash, zsh or fish"),
)
SUBCOMMANDS = {name: module for name, module, _ in _COMMANDS}
SUBCOMMAND_HELP = {name: text for name, _, text in _COMMANDS}
INTERRUPTED = 130


def main(argv: list[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    try:
        code = dispatch(words)
        sys.stdout.flush()  # here, where an output that is full is an error like any other
        return code
    except CompilerError as error:
        _say("error", str(error))
        return error.exit_code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away: what it wanted, it has.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # a fault of ours: say so and keep the evidence
        _say("error", str(_internal_error(error, words)))
        return InternalError.nvvm_code


def entry() -> None:
    """The console script: libLLVM loads while we import, and is not torn down at the end (2 ms).

    One command makes little garbage: looking for it among the imports takes longer.
    """
    gc.disable()
    streams.prepare()
    if len(sys.argv) > 1 and sys.argv[1] not in SUBCOMMANDS:
        from opencicc.llvm import preload

        preload.start()
    code = main()
    streams.flush()
    os._exit(code)


def dispatch(words: list[str]) -> int:
    home = SUBCOMMANDS.get(words[0]) if words else None
    if home is None:
        from opencicc.cli.compile import main as run
    else:
        import importlib

        run = importlib.import_module(home).main
    try:
        return run(words if home is None or home.endswith("options_cmd") else words[1:])
    except SystemExit as leaving:  # argparse, after its own words
        return leaving.code if isinstance(leaving.code, int) else 0


def _say(kind: str, text: str) -> None:
    from opencicc import terminal

    print(f"{terminal.paint(f'{kind}:', 'red', sys.stderr)} {text}", file=sys.stderr)


def _internal_error(error: Exception, words: list[str]) -> InternalError:
    """Our own fault, with a folder to report it by: the traceback, the inputs and the command."""
    import shlex
    import shutil
    import tempfile
    import traceback

    folder = tempfile.mkdtemp(prefix="opencicc-crash-")
    with open(os.path.join(folder, "traceback.txt"), "w") as file:
        traceback.print_exception(error, file=file)
    with open(os.path.join(folder, "repro.sh"), "w") as file:
        file.write("opencicc " + shlex.join(words) + "\n")
    for word in words:
        if os.path.isfile(word):
            shutil.copy(word, folder)
    return InternalError(f"{type(error).__name__}: {error}", fix=f"please report it with the folder {folder}")


if __name__ == "__main__":
    entry()
