#!/usr/bin/env bash
# Installs clang 22 for `make bench` where apt-get or brew can. Never fails: without clang the benchmark says what is missing.
set -u
LLVM_MAJOR=22

command -v "clang-$LLVM_MAJOR" >/dev/null && exit 0
if [ "$(uname)" = Darwin ] && command -v brew >/dev/null; then
    brew install "llvm@$LLVM_MAJOR" && exit 0
elif command -v apt-get >/dev/null; then
    as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "clang-$LLVM_MAJOR" g++ \
        >/dev/null 2>&1 && exit 0
fi
echo "clang $LLVM_MAJOR could not be installed here: see docs/frontend.md for where to get it" >&2
