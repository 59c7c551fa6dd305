"""The GPUs of this machine, by the driver's own words; nothing is initialised."""

from __future__ import annotations

import os
import shutil
import subprocess

from opencicc.record import record

SMI_PLACES = ("/usr/bin", "/usr/lib/wsl/lib", "/usr/local/nvidia/bin")
DRIVER_FOLDER = "/proc/driver/nvidia/gpus"


@record
class Gpu:
    """The first GPU, how many there are, and who said so."""

    text: str
    where: str


def find_gpu() -> Gpu | None:
    return _ask_smi() or _read_driver_files()


def _ask_smi() -> Gpu | None:
    folders = os.pathsep.join([os.environ.get("PATH", ""), *SMI_PLACES])
    path = shutil.which("nvidia-smi", path=folders)
    if path is None:
        return None
    command = [path, "--query-gpu=name,compute_cap,driver_version", "--format=csv,noheader"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    rows = [line.split(", ") for line in done.stdout.splitlines() if line.count(", ") == 2]
    if done.returncode or not rows:
        return None
    name, capability, driver = rows[0]
    more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
    return Gpu(f"{name}, sm_{capability.replace('.', '')}, driver {driver}{more}", path)


def _read_driver_files() -> Gpu | None:
    try:
        names = sorted(os.listdir(DRIVER_FOLDER))
        with open(os.path.join(DRIVER_FOLDER, names[0], "information")) as file:
            model = next(line.partition(":")[2].strip() for line in file if line.startswith("Model"))
    except (OSError, IndexError, StopIteration):
        return None
    return Gpu(model, DRIVER_FOLDER)
