#!/usr/bin/env bash
# Makes .venv with opencicc (editable) and the extras named as arguments, and gets what it needs:
# pip for the virtual environment and libLLVM; with --helper first, also what builds the native
# helper, if it can be had. `make` calls it when something it reads has changed. A run that was
# interrupted is simply run again.
set -euo pipefail
cd "$(dirname "$0")/.."

LLVM_MAJOR=22
HOST_PYTHON=${PYTHON:-python3}
VENV_PYTHON=.venv/bin/python
LOG=$(mktemp)
trap 'rm -f "$LOG"' EXIT
source scripts/progress.sh

say() { echo "bootstrap: $*"; }

fail() {
    echo "bootstrap: $*" >&2
    exit 1
}

# Runs a command with a sign of progress instead of its output, which is shown only if it fails.
quietly() {
    with_progress "$LOG" "$@" && return
    cat "$LOG" >&2
    return 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

# Installs Debian packages if this machine has apt, the packages exist and we may.
apt_install() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || return 1
    say "installing $* with apt-get"
    [ "$(id -u)" = 0 ] || ! [ -t 0 ] || sudo -v || return 1 # asks for a password now, not in the middle of a line
    with_progress "$LOG" as_root apt-get update -qq || { tail -5 "$LOG" >&2; }
    with_progress "$LOG" as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" || {
        tail -5 "$LOG" >&2
        return 1
    }
}

# --- The virtual environment ---

check_host_python() {
    command -v "$HOST_PYTHON" >/dev/null || fail "no $HOST_PYTHON on this machine: install Python 3.10 or newer"
    "$HOST_PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
        fail "opencicc needs Python 3.10 or newer; name one with: make PYTHON=python3.12 ..."
}

has_working_venv() { [ -x "$VENV_PYTHON" ] && "$VENV_PYTHON" -m pip --version >/dev/null 2>&1; }

has_ensurepip() { "$HOST_PYTHON" -c 'import ensurepip, venv' 2>/dev/null; }

make_venv() {
    say "creating .venv"
    rm -rf .venv
    # Debian keeps ensurepip in a package of its own.
    if has_ensurepip || { apt_install python3-venv && has_ensurepip; }; then
        quietly "$HOST_PYTHON" -m venv .venv
    elif "$HOST_PYTHON" -m pip --version >/dev/null 2>&1; then
        quietly "$HOST_PYTHON" -m venv --without-pip .venv
        quietly "$HOST_PYTHON" -m pip --python "$VENV_PYTHON" install pip
    elif "$HOST_PYTHON" -m virtualenv --version >/dev/null 2>&1; then
        quietly "$HOST_PYTHON" -m virtualenv .venv
    fi
    has_working_venv || fail "can't make a virtual environment: install python3-venv (as root: apt-get install python3-venv)"
}

install_package() {
    say "installing opencicc${1:+ with the extras $1} into .venv"
    quietly "$VENV_PYTHON" -m pip install --disable-pip-version-check --no-input --editable ".${1:+[$1]}" ||
        fail "pip failed; its output is above"
}

# --- libLLVM ---

has_llvm() {
    "$VENV_PYTHON" >"$LOG" 2>&1 - <<'END'
import sys
from opencicc.errors import CompilerError
from opencicc.llvm.library import load
try:
    load()
except CompilerError as error:
    sys.exit(error.detail or error.what)
END
}

install_llvm() {
    if [ "$(uname)" = Darwin ] && command -v brew >/dev/null; then
        say "installing llvm@$LLVM_MAJOR with brew"
        quietly brew install "llvm@$LLVM_MAJOR"
    else
        apt_install "libllvm$LLVM_MAJOR"
    fi
}

explain_llvm() {
    cat >&2 <<END
bootstrap: libLLVM $LLVM_MAJOR is missing and could not be installed. Install it in one of these ways, then run make again:
  Debian, Ubuntu        apt-get install libllvm$LLVM_MAJOR
  the same, where the archive has no libllvm$LLVM_MAJOR: add the archive of apt.llvm.org first,
                        wget https://apt.llvm.org/llvm.sh && bash llvm.sh $LLVM_MAJOR && apt-get install libllvm$LLVM_MAJOR
  Fedora                dnf install llvm-libs            (if it is version $LLVM_MAJOR; else llvm$LLVM_MAJOR-libs)
  macOS                 brew install llvm@$LLVM_MAJOR
  conda                 conda install -c conda-forge libllvm$LLVM_MAJOR
  any other place       set OPENCICC_LIBLLVM to the path of libLLVM.so.$LLVM_MAJOR.1
END
    cat "$LOG" >&2
    exit 1
}

# --- What builds the native helper ---

has_helper_tools() { command -v c++ >/dev/null && command -v "llvm-config-$LLVM_MAJOR" >/dev/null; }

get_helper_tools() {
    has_helper_tools || apt_install g++ "llvm-$LLVM_MAJOR-dev" ||
        say "no compiler or LLVM headers to be had: going on without the native helper"
}

# --- What is there already ---

# What was installed last, by content: a checkout gives files new times and changes nothing.
fingerprint() { cat pyproject.toml setup.py scripts/bootstrap.sh | cksum; }
has_installed() { [ -e ".venv/.installed-$1" ] && [ "$(cat ".venv/.installed-$1")" = "$(fingerprint)" ]; }

# Without pip, which would make an environment to build in; needs a setuptools of our own there.
build_helper() { with_progress "$LOG" "$VENV_PYTHON" setup.py -q build_ext --inplace; }

# --- In order ---

if [ "${1:-}" = --helper ]; then
    shift
    get_helper_tools
fi
extras=$(IFS=,; echo "$*")
has_working_venv || { check_host_python && make_venv; }
if has_installed "$extras" && build_helper; then
    say "built the native helper, as far as it changed"
else
    install_package "$extras"
    fingerprint >".venv/.installed-$extras"
fi
if ! has_llvm; then
    install_llvm || true
    has_llvm || explain_llvm
    # With brew LLVM's headers came along: now the native helper can be built.
    [ "$(uname)" != Darwin ] || install_package "$extras"
fi
say "ready; $("$VENV_PYTHON" -c 'from opencicc.llvm import helper; print(helper.describe())')"
