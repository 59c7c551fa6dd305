"""NVIDIA's command-line tools, where they are found: ptxas, nvdisasm, cuobjdump. None is needed to compile."""

from __future__ import annotations

import os
import subprocess
import sys

from opencicc.errors import ToolError
from opencicc.options import driver as options
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.options.values import OptionValues

WHEEL_OF = {
    "ptxas": "nvidia-cuda-nvcc",
    "nvcc": "nvidia-cuda-nvcc",
    "nvdisasm": "nvidia-cuda-nvdisasm",
    "cuobjdump": "nvidia-cuda-cuobjdump",
    "fatbinary": "nvidia-cuda-nvcc",
}
TOOLKIT_FOLDER = "/usr/local/cuda/bin"


@record
class KernelResources:
    """What ptxas says a kernel uses."""

    name: str
    registers: int
    spill_store_bytes: int
    spill_load_bytes: int
    stack_bytes: int
    shared_bytes: int


def find_tool(name: str) -> str | None:
    """OPENCICC_PTXAS and the like, PATH, the toolkit, then the wheels of this Python."""
    named = os.environ.get(f"OPENCICC_{name.upper()}")
    if named:
        return named
    folders = [*os.environ.get("PATH", "").split(os.pathsep)]
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            folders.append(os.path.join(os.environ[variable], "bin"))
    folders.append(TOOLKIT_FOLDER)
    for entry in sys.path:
        folders += [os.path.join(entry, "nvidia", part, "bin") for part in ("cu13", "cuda_nvcc", "cu12")]
    for folder in folders:
        path = os.path.join(folder, name)
        if folder and os.access(path, os.X_OK):
            return path
    return None


def require_tool(name: str) -> str:
    path = find_tool(name)
    if path is None:
        raise ToolError(
            f"{name} not found",
            fix=f"install the CUDA toolkit or `pip install {WHEEL_OF[name]}`, or set OPENCICC_{name.upper()}",
        )
    return path


def run_tool(command: list[str], what: str, kept: str = "") -> str:
    """Run a tool; its failure shows the exact command, its own words, and the input that is `kept` to try again."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ToolError(f"{what} could not be started: {error.strerror}", at=" ".join(command)) from None
    if done.returncode:
        raise ToolError(
            f"{what} failed with exit code {done.returncode}",
            at="the command was: " + " ".join(command),
            fix="run the command again to see it" + (f"; its input is kept as {kept}" if kept else ""),
            detail=done.stderr + done.stdout,
        )
    return done.stdout + done.stderr


class Workplace:
    """A folder for a tool's files: gone at the end, or left with the tool's input when the tool refused it."""

    def __init__(self) -> None:
        import tempfile

        self.folder = tempfile.mkdtemp(prefix="opencicc-")
        self.kept = ""

    def __enter__(self) -> Workplace:
        return self

    def keep(self, name: str, data: bytes) -> str:
        """The path of an input that stays if the tool fails."""
        self.kept = self.path(name)
        with open(self.kept, "wb") as file:
            file.write(data)
        return self.kept

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_: object) -> None:
        import shutil

        if not (self.kept and isinstance(error, ToolError) and self.kept in error.fix):
            shutil.rmtree(self.folder, ignore_errors=True)


def assemble(
    ptx: str, arch: str, ptx_path: str = "", extra: tuple[str, ...] = ()
) -> tuple[bytes, list[KernelResources]]:
    """The cubin ptxas makes of a PTX text, and what each kernel uses."""
    cubin, said = run_ptxas(ptx, arch, ptx_path, extra)
    return cubin, parse_resources(said)


def run_ptxas(ptx: str, arch: str, ptx_path: str = "", extra: tuple[str, ...] = ()) -> tuple[bytes, str]:
    """The cubin, and what `ptxas -v` says about it."""
    ptxas = require_tool("ptxas")
    with Workplace() as place:
        source = ptx_path or place.keep("kernel.ptx", ptx.encode())
        cubin = place.path("kernel.cubin")
        said = run_tool(ptxas_command(source, arch, cubin, extra), "ptxas", kept=place.kept)
        try:
            with open(cubin, "rb") as file:
                return file.read(), said
        except FileNotFoundError:
            what = "ptxas wrote nothing, and said that all went well"
            raise ToolError(what, at=ptxas, fix="`opencicc doctor` shows which ptxas is used", detail=said) from None


def measure(ptx: str, arch: str, extra: tuple[str, ...] = ()) -> list[KernelResources]:
    """What each kernel uses."""
    return assemble(ptx, arch, extra=(*relocatable_flag(ptx), *extra))[1]


def relocatable_flag(ptx: str) -> tuple[str, ...]:
    """`-c` only where a module needs others: that code takes more registers."""
    needs_others = any(f".extern .{what}" in ptx for what in ("func", "global", "const"))
    return ("-c",) if needs_others else ()


def ptxas_flags(values: OptionValues) -> tuple[str, ...]:
    """What the options of a compile mean for ptxas."""
    limit = values[options.MAX_REGISTERS]
    wanted = (
        (f"-maxrregcount={limit}", limit > 0),
        ("-g", values[options.DEBUG]),
        ("-lineinfo", values[options.LINE_INFO]),
        ("-c", "rdc" in values.settings and bool(values.settings["rdc"].value)),
    )
    own = (word for word in values[options.PTXAS_OPTIONS] if word not in ("-v", "--verbose"))  # always asked for
    return (*(flag for flag, is_wanted in wanted if is_wanted), *own)


def ptxas_command(ptx_path: str, arch: str, cubin_path: str, extra: tuple[str, ...] = ()) -> list[str]:
    return [find_tool("ptxas") or "ptxas", "-v", f"-arch={arch}", *extra, ptx_path, "-o", cubin_path]


def fatbinary_command(
    output: str, images: Sequence[tuple[str, str, str]], *, is_relocatable: bool = False
) -> list[str]:
    """The command that packs images, each (kind, 'elf' or 'ptx'; architecture's number; file)."""
    listed = [f"--image3=kind={kind},sm={number},file={path}" for kind, number, path in images]
    extra = ["--device-c"] if is_relocatable else []
    return [find_tool("fatbinary") or "fatbinary", f"--create={output}", "-64", *extra, *listed]


def pack(images: Sequence[tuple[str, str, bytes]], *, is_relocatable: bool = False) -> bytes:
    """One fatbin of several images: (kind, the architecture's number such as 90 or 90a, bytes)."""
    require_tool("fatbinary")
    with Workplace() as place:
        files = []
        for at, (kind, number, data) in enumerate(images):
            path = place.path(f"{at}.{'cubin' if kind == 'elf' else 'ptx'}")
            with open(path, "wb") as file:
                file.write(data)
            files.append((kind, number, path))
        output = place.path("kernels.fatbin")
        run_tool(fatbinary_command(output, files, is_relocatable=is_relocatable), "fatbinary")
        with open(output, "rb") as file:
            return file.read()


def disassemble(cubin: bytes, extra: tuple[str, ...] = ()) -> str:
    nvdisasm = require_tool("nvdisasm")
    with Workplace() as place:
        return run_tool([nvdisasm, *extra, place.keep("kernel.cubin", cubin)], "nvdisasm", kept=place.kept)


def parse_resources(said: str) -> list[KernelResources]:
    """The report of `ptxas -v`, one entry a kernel."""
    import re

    found: list[KernelResources] = []
    name, stack, stores, loads = "", 0, 0, 0
    for line in said.splitlines():
        if entry := re.search(r"Compiling entry function '([^']+)'", line):
            name, stack, stores, loads = entry[1], 0, 0, 0
        elif spills := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            stack, stores, loads = int(spills[1]), int(spills[2]), int(spills[3])
        elif (used := re.search(r"Used (\d+) registers", line)) and name:
            shared = re.search(r"(\d+) bytes smem", line)
            found.append(KernelResources(name, int(used[1]), stores, loads, stack, int(shared[1]) if shared else 0))
            name = ""
    return found


def spilled_bytes(said: str) -> int:
    """Bytes that all code of a report of `ptxas -v` stores and loads for want of registers: kernels and what they call."""
    import re

    return sum(map(int, re.findall(r"(\d+) bytes spill (?:stores|loads)", said)))
