"""The completion scripts, asked in the shells themselves where they are installed."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from opencicc.cli.main import SUBCOMMANDS
from opencicc.options import driver
from opencicc.options.registry import optimizer_options
from opencicc.target import LEAST_PTX
from tests.shell import opencicc

SHELLS = ("bash", "zsh", "fish")


def needs(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    for shell in SHELLS:
        said = opencicc("completion", shell)
        assert said.code == 0, said.err
        (tmp_path / f"opencicc.{shell}").write_text(said.out)
    (tmp_path / "kernel.ll").write_text("")
    (tmp_path / "inner").mkdir()
    return tmp_path


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_can_read_it(shell: str, scripts: Path) -> None:
    needs(shell)
    done = subprocess.run([shell, "-n", str(scripts / f"opencicc.{shell}")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def bash_words(line: list[str], scripts: Path) -> set[str]:
    """What bash would offer for the last word."""
    needs("bash")
    words = " ".join(f"'{word}'" for word in line)
    program = (
        f"source {scripts}/opencicc.bash; COMP_WORDS=(opencicc {words}); COMP_CWORD={len(line)}; "
        '_opencicc; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", program], cwd=scripts, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def fish_words(line: list[str], scripts: Path) -> set[str]:
    needs("fish")
    text = "opencicc " + " ".join(line)
    program = f"source {scripts}/opencicc.fish; complete -C '{text}'"
    environment = {**os.environ, "HOME": str(scripts)}
    done = subprocess.run(
        ["fish", "-c", program], cwd=scripts, capture_output=True, text=True, check=True, env=environment
    )
    return {row.split("\t")[0] for row in done.stdout.splitlines()}


def test_bash_offers_what_is_declared(scripts: Path) -> None:
    assert set(SUBCOMMANDS) <= bash_words([""], scripts)
    assert "kernel.ll" in bash_words(["ker"], scripts)
    names = {option.name for option in driver.DRIVER_OPTIONS}
    offered = {word.strip("-=") for word in bash_words(["-"], scripts)}
    assert names <= offered
    assert bash_words(["--arch", "=", "sm_12"], scripts) == {
        f"sm_{name}" for name in LEAST_PTX if name.startswith("12")
    }
    assert bash_words(["--emit", "="], scripts) == set(driver.EMIT.choices)
    assert "-do-licm=" in bash_words(["k.ll", "-opt", "-do-"], scripts)
    assert "gvn" in bash_words(["k.ll", "--print-after", "=", "gv"], scripts)
    assert bash_words(["k.ll", "--keep-dir", "=", ""], scripts) == {"inner"}
    assert bash_words(["cache", ""], scripts) == {"info", "clear"}
    assert "memory-space-opt" in bash_words(["explain", "memory-"], scripts)


def test_fish_offers_what_is_declared(scripts: Path) -> None:
    assert set(SUBCOMMANDS) <= fish_words([""], scripts)
    assert "--arch" in {word.rstrip("=") for word in fish_words(["--arc"], scripts)}
    assert "--emit=sass" in fish_words(["k.ll", "--emit=s"], scripts)
    assert fish_words(["cache", ""], scripts) >= {"info", "clear"}
    assert "-do-licm=" in fish_words(["k.ll", "-opt", "-do-lic"], scripts)


def zsh_shows(typed: str, offered: str, scripts: Path) -> bool:
    """Does zsh show this after something and two tabulators were typed? It has a minute to do so."""
    needs("zsh")
    (scripts / ".zshrc").write_text(
        f"PS1='> '\nunset zle_bracketed_paste\nautoload -U compinit\ncompinit -u -D\nsource {scripts}/opencicc.zsh\nLISTMAX=10000\n"
    )
    ours, theirs = pty.openpty()
    environment = {**os.environ, "ZDOTDIR": str(scripts), "TERM": "vt100", "LINES": "400", "COLUMNS": "200"}
    shell = subprocess.Popen(["zsh", "-i"], cwd=scripts, env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.set_blocking(ours, False)

    def wait_for(text: str) -> bool:
        seen, deadline = "", time.monotonic() + 60
        while text not in seen and time.monotonic() < deadline:
            try:
                seen += os.read(ours, 65536).decode(errors="replace")
            except BlockingIOError:
                time.sleep(0.02)
        return text in seen

    try:
        assert wait_for("> ")
        os.write(ours, f"{typed}\t\t".encode())
        return wait_for(offered)
    finally:
        shell.kill()
        shell.wait()
        os.close(ours)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("opencicc do", "doctor"),
        ("opencicc k.ll --emit=cu", "--emit=cubin"),
        ("opencicc k.ll -arch=sm_121", "sm_121f"),
        ("opencicc k.ll -opt -do-licm", "-do-licm="),
        ("opencicc k.ll --print-chan", "--print-changed"),
    ],
)
def test_zsh_offers_what_is_declared(typed: str, offered: str, scripts: Path) -> None:
    assert zsh_shows(typed, offered, scripts)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_word_is_in_every_script(shell: str) -> None:
    script = opencicc("completion", shell).out
    words = [*SUBCOMMANDS, *(name for name, option in optimizer_options().items() if not option.unsupported)]
    assert [word for word in words if word not in script] == []


def test_another_shell_is_refused() -> None:
    said = opencicc("completion", "bsh")
    assert (said.code, "did you mean 'bash'" in said.err) == (2, True)
