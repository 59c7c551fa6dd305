"""Damaged compiler inputs, the same ones every time: text IR and bitcode, mutated from the examples.

    python scripts/mutate_inputs.py --count 400 --out mutants

As a library, `mutants(count)` yields (name, bytes). Every second mutant is bitcode, and every second of those is
damaged only past the header: after the magic number and the identification block, where the reader has already
decided that it is looking at a module. Some text mutations keep the module well formed (a type or an opcode replaced
everywhere) so that the damage reaches the optimizer and code generation.

The n-th mutant depends on the seed, n and the examples alone, so a name is enough to make one again.
"""

from __future__ import annotations

import argparse
import random
import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "ir"
SEED = 22
COUNT = 400

# Types that change how much has to be legalised, or that the target lacks altogether.
TYPES = (
    "i1", "i8", "i16", "i17", "i32", "i64", "i128", "i999", "half", "bfloat", "float", "double", "fp128", "x86_fp80",
    "ptr", "ptr addrspace(3)", "ptr addrspace(5)", "<2 x half>", "<3 x i32>", "<7 x float>", "{ i32, i64 }",
    "[4 x i8]", "label", "void", "metadata", "token",
)  # fmt: skip
# Opcodes that may stand for each other and still parse; the last family is there for what may not.
OPCODES = (
    ("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"),
    ("fadd", "fsub", "fmul", "fdiv", "frem"),
    ("zext", "sext", "trunc", "bitcast", "ptrtoint", "inttoptr", "addrspacecast", "uitofp", "sitofp", "fpext"),
    ("slt", "ult", "sge", "uge", "eq", "ne", "samesign ult"),
    ("load", "store", "phi", "select", "icmp", "fcmp", "call", "musttail call", "invoke", "fence", "freeze"),
)
NUMBERS = (
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "31",
    "33",
    "255",
    "65537",
    "2147483648",
    "4294967296",
    "99999999999999999999",
)

_TOKEN = re.compile(r'[%@!#]?"[^"]*"|[%@!#$]?[\w.$-]+|[^\s\w]')
_NUMBER = re.compile(r"(?<![\w.%@!#$-])-?\d+\b")
_TYPE = re.compile(r"(?<![\w.%@!#$])(?:i\d+|half|bfloat|float|double|ptr)\b")
_OPCODE = re.compile(r"(?<![\w.%@!#$])(?:" + "|".join(word for family in OPCODES for word in family) + r")(?![\w.])")
_POINTER = re.compile(r"\bptr\b(?: addrspace\(\d+\))?")
_TOKEN_KINDS = (re.compile(r"%[\w.$-]+"), re.compile(r"@[\w.$-]+"), _NUMBER, _TYPE, _TOKEN)


def flip_bytes(text: str, rng: random.Random) -> str:
    data = bytearray(text, "latin-1")
    for _ in range(rng.choice((1, 1, 4))):
        data[rng.randrange(_code_start(text), len(data))] ^= 1 << rng.randrange(8)
    return data.decode("latin-1")


def swap_tokens(text: str, rng: random.Random) -> str:
    """Tokens of one kind, near each other: two values, two functions, two numbers, two types."""
    kind = rng.choice(_TOKEN_KINDS)
    tokens = list(kind.finditer(text, _code_start(text)))
    if len(tokens) < 2:
        return swap_lines(text, rng)
    n = rng.randrange(len(tokens) - 1)
    first, second = tokens[n], tokens[min(n + rng.randint(1, 8), len(tokens) - 1)]
    between = text[first.end() : second.start()]
    return text[: first.start()] + second[0] + between + first[0] + text[second.end() :]


def delete_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[_some_line(lines, rng)]
    return "".join(lines)


def duplicate_line(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    line = _some_line(lines, rng)
    lines.insert(line if rng.random() < 0.5 else _some_line(lines, rng), lines[line])
    return "".join(lines)


def swap_lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    a = _some_line(lines, rng)
    b = min(a + 1, len(lines) - 1) if rng.random() < 0.5 else _some_line(lines, rng)
    lines[a], lines[b] = lines[b], lines[a]
    return "".join(lines)


def change_number(text: str, rng: random.Random) -> str:
    return _replace_one(_NUMBER, text, rng.choice(NUMBERS), rng)


def swap_type(text: str, rng: random.Random) -> str:
    return _replace_one(_TYPE, text, rng.choice(TYPES), rng)


def swap_type_everywhere(text: str, rng: random.Random) -> str:
    start = _code_start(text)
    old = rng.choice(list(_TYPE.finditer(text, start)))[0]
    return text[:start] + re.sub(rf"(?<![\w.%@!#$]){old}\b", rng.choice(TYPES), text[start:])


def swap_opcode(text: str, rng: random.Random) -> str:
    return _swap_opcode(text, rng, count=1)


def swap_opcode_everywhere(text: str, rng: random.Random) -> str:
    return _swap_opcode(text, rng, count=0)


def _swap_opcode(text: str, rng: random.Random, count: int) -> str:
    start = _code_start(text)
    match = rng.choice(list(_OPCODE.finditer(text, start)))
    (family,) = (family for family in OPCODES if match[0] in family)
    new = rng.choice(family if rng.random() < 0.8 else rng.choice(OPCODES))
    if count:
        return text[: match.start()] + new + text[match.end() :]
    return text[:start] + re.sub(rf"(?<![\w.%@!#$]){match[0]}(?![\w.])", new, text[start:])


def change_address_space(text: str, rng: random.Random) -> str:
    """One pointer type, or every pointer of one address space."""
    new = f"ptr addrspace({rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 11, 101, 16777215))})"
    pointers = list(_POINTER.finditer(text))
    if not pointers:  # typed pointers, an older dialect
        return swap_type(text, rng)
    old = rng.choice(pointers)
    if rng.random() < 0.3:
        return text[: old.start()] + new + text[old.end() :]
    return _POINTER.sub(lambda match: new if match[0] == old[0] else match[0], text)


def _replace_one(pattern: re.Pattern[str], text: str, new: str, rng: random.Random) -> str:
    start = _code_start(text)
    match = rng.choice(list(pattern.finditer(text, start)))
    return text[: match.start()] + new + text[match.end() :]


def _some_line(lines: list[str], rng: random.Random) -> int:
    """Often a statement without a result, whose loss or repetition leaves the module well formed."""
    code = [n for n, line in enumerate(lines) if line.strip() and not line.startswith(";")]
    statements = [n for n in code if re.match(r"\s+(store|call|br|fence|switch) ", lines[n])]
    return rng.choice(statements if statements and rng.random() < 0.6 else code)


def _code_start(text: str) -> int:
    """Where the comment at the top ends: a mutation there would change nothing."""
    return max(text.find("\ntarget"), 0)


def flip_bits(data: bytearray, start: int, rng: random.Random) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 8))):
        data[rng.randrange(start, len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def truncate(data: bytearray, start: int, rng: random.Random) -> bytes:
    return bytes(data[: rng.randrange(start, len(data))])


def swap_chunks(data: bytearray, start: int, rng: random.Random) -> bytes:
    size = 4 * rng.randint(1, 8)
    a, b = (_some_word(data, start, size, rng) for _ in range(2))
    data[a : a + size], data[b : b + size] = data[b : b + size], data[a : a + size]
    return bytes(data)


def copy_chunk(data: bytearray, start: int, rng: random.Random) -> bytes:
    size = 4 * rng.randint(1, 16)
    a, b = (_some_word(data, start, size, rng) for _ in range(2))
    data[b : b + size] = data[a : a + size]
    return bytes(data)


def change_word(data: bytearray, start: int, rng: random.Random) -> bytes:
    at = _some_word(data, start, 4, rng)
    data[at : at + 4] = struct.pack("<I", rng.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, rng.getrandbits(32))))
    return bytes(data)


def _some_word(data: bytearray, start: int, size: int, rng: random.Random) -> int:
    """The stream is made of 32-bit words; damage that keeps to them gets further into the reader."""
    return start + 4 * rng.randrange(max((len(data) - start - size) // 4, 1))


def body_start(data: bytes) -> int:
    """The offset of the module block: past the magic number and the identification block.

    At the top level each block begins on a word: two bits say "block", eight give its number, and the next word
    counts the words of its contents.
    """
    at = 4
    while at + 8 <= len(data):
        head, words = struct.unpack_from("<II", data, at)
        if head >> 2 & 0xFF == 8:  # MODULE_BLOCK
            return at + 8
        at += 8 + 4 * words
    raise ValueError("no module block: not plain bitcode")


TEXT_MUTATIONS: tuple[Callable[[str, random.Random], str], ...] = (
    flip_bytes, swap_tokens, delete_line, duplicate_line, swap_lines, change_number, swap_type, swap_type_everywhere,
    swap_opcode, swap_opcode_everywhere, change_address_space,
)  # fmt: skip
BITCODE_MUTATIONS: tuple[Callable[[bytearray, int, random.Random], bytes], ...] = (
    flip_bits, truncate, swap_chunks, copy_chunk, change_word,
)  # fmt: skip


def mutants(count: int = COUNT, seed: int = SEED, folder: Path = EXAMPLES) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of each damaged input, by turns text, bitcode past the header, text, bitcode anywhere."""
    sources = sorted(folder.glob("*.ll"))
    if not sources:
        raise FileNotFoundError(f"no .ll files in {folder}")
    bitcode: dict[Path, bytes] = {}
    for n in range(count):
        rng = random.Random(f"{seed}:{n}")
        source = rng.choice(sources)
        if n % 2 == 0:
            mutate_text = rng.choice(TEXT_MUTATIONS)
            mutant = mutate_text(source.read_text("latin-1"), rng).encode("latin-1")
            yield f"{n:04}-text-{mutate_text.__name__}-{source.stem}.ll", mutant
            continue
        if source not in bitcode:
            bitcode[source] = _assemble(source)
        mutate, past_header = rng.choice(BITCODE_MUTATIONS), n % 4 == 1
        start = body_start(bitcode[source]) if past_header else 0
        where = "body" if past_header else "anywhere"
        yield f"{n:04}-{where}-{mutate.__name__}-{source.stem}.bc", mutate(bytearray(bitcode[source]), start, rng)


def _assemble(source: Path) -> bytes:
    from opencicc.llvm.ir import Context

    with Context() as context:
        return context.parse(source.read_bytes(), source.name).bitcode()


def main() -> None:
    parser = argparse.ArgumentParser(description="Write mutated examples to a folder.")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--inputs", type=Path, default=EXAMPLES, help="folder of .ll files")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, data in mutants(arguments.count, arguments.seed, arguments.inputs):
        (arguments.out / name).write_bytes(data)


if __name__ == "__main__":
    main()
