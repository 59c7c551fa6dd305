"""Device functions: plain, with structs by value, by pointer (byval) and as results, recursive, through pointers."""

from __future__ import annotations

from opencicc.check.generate import control, integers
from opencicc.check.generate.loops import natural_align
from opencicc.check.generate.values import FLOATS, Value, full
from opencicc.check.generate.writer import Function, ModuleText, Place, Writer

POINTED = "ptr"  # a parameter that points to four i32 of the caller's
BYVAL, BYVAL_WORDS = "byval", "byval words"  # with padding, and without
PAIR = "{ i32, float }"
RECORD = "{ i64, i32, i16 }"
WORDS = "{ i64, i32, i32 }"
FIELDS = {PAIR: ("i32", "float"), RECORD: ("i64", "i32", "i16"), WORDS: ("i64", "i32", "i32")}
BYVAL_TYPES = {BYVAL: RECORD, BYVAL_WORDS: WORDS}
SIGNATURES = (
    ("i32", ("i32", "i32")),
    ("i32", ("i32", "i64", "float")),
    ("float", ("float", "float", "i32")),
    ("double", ("double", "i32")),
    ("i64", ("i64", "i16")),
    ("i32", (PAIR, "i32")),
    (PAIR, ("i32", PAIR)),
    (RECORD, (RECORD, "i64")),
    ("i64", (BYVAL, "i32")),
    ("i32", (POINTED, "i32")),
    ("i64", (POINTED, "i32", POINTED)),
    ("i16", ("i8", "i16", "i16")),
)
STRUCT_SIGNATURES = (  # where structs matter most
    ("i64", (BYVAL, "i32")),
    ("i64", (BYVAL_WORDS, "i32")),
    ("i32", ("i32", BYVAL_WORDS)),
    (RECORD, (RECORD, "i64")),
    ("i64", (POINTED, "i32", POINTED)),
)
ATTRIBUTES = ("", "", "noinline ", "alwaysinline ")


def make_functions(module: ModuleText, count: int) -> None:
    for _ in range(count):
        result, params = module.rng.choice(STRUCT_SIGNATURES if module.has_copies else SIGNATURES)
        make_function(module, result, params, module.rng.randrange(2, 8))


def make_function(module: ModuleText, result: str, params: tuple[str, ...], size: int) -> Function:
    """Write one function; what it may call are the functions made before it."""
    w = Writer(module, size)
    function = Function(f"@{module.fresh('device')}", result, params)
    shown = []
    for type_ in params:
        name = w.name("p")
        shown.append(parameter(type_, name))
        take_parameter(w, type_, name)
    if not any(value.type in FLOATS for value in w.values):
        small = integers.resize(w, w.any_integer(), "i8")
        w.define("float", f"uitofp {small} to float", 8)
    w.statements(size)
    if module.rng.random() < 0.3:
        early_return(w, result)
        w.statements(2)
    return_value(w, result)
    attributes = module.rng.choice(ATTRIBUTES)
    header = f"define internal {result} {function.name}({', '.join(shown)}) {attributes}{{"
    module.add_function(header, w.allocas, w.lines)
    module.functions.append(function)
    return function


def parameter(type_: str, name: str) -> str:
    if type_ in BYVAL_TYPES:
        return f"ptr byval({BYVAL_TYPES[type_]}) align 8 {name}"
    return f"{'ptr' if type_ == POINTED else type_} {name}"


def take_parameter(w: Writer, type_: str, name: str) -> None:
    """Make a parameter's parts visible."""
    if type_ == POINTED:
        w.places.append(Place(name, 0, "i32", 4, True, 4))
    elif type_ in BYVAL_TYPES:
        struct = BYVAL_TYPES[type_]
        for index, each in enumerate(FIELDS[struct]):
            address = w.name("field")
            w.raw(f"{address} = getelementptr inbounds {struct}, ptr {name}, i64 0, i32 {index}")
            value = w.define(each, f"load {each}, ptr {address}, align {natural_align(each)}")
            if w.module.has_copies and w.chance(0.5):  # the parameter is the function's own
                more = w.define(each, f"add {value}, 1")
                w.raw(f"store {more}, ptr {address}, align {natural_align(each)}")
        if type_ == BYVAL_WORDS and w.chance(0.5):
            w.places.append(Place(name, 0, "i32", 4, True, 8))
    elif type_ in FIELDS:
        for index, each in enumerate(FIELDS[type_]):
            w.define(each, f"extractvalue {type_} {name}, {index}")
    else:
        w.values.append(Value(type_, name, full(type_)))


def early_return(w: Writer, result: str) -> None:
    leave, stay = w.label("leave"), w.label("stay")
    w.branch(integers.condition(w), leave, stay)
    w.start(leave)
    with w.scope(is_uniform=False):
        return_value(w, result)
    w.start(stay)


def return_value(w: Writer, result: str) -> None:
    if result in FIELDS:
        w.raw(f"ret {result} {build_struct(w, result)}")
    else:
        w.raw(f"ret {control.exit_value(w, result)}")


def build_struct(w: Writer, type_: str) -> str:
    built = "poison"
    for index, each in enumerate(FIELDS[type_]):
        value, name = control.exit_value(w, each), w.name("s")
        w.raw(f"{name} = insertvalue {type_} {built}, {value}, {index}")
        built = name
    return built


def call(w: Writer) -> None:
    """Call one of the module's functions with visible values."""
    function = w.rng.choice([each for each in w.module.functions if not each.is_recursive])
    args = ", ".join(argument(w, type_) for type_ in function.params)
    if function.result in FIELDS:
        whole = w.name("s")
        w.raw(f"{whole} = call {function.result} {function.name}({args})")
        for index, each in enumerate(FIELDS[function.result]):
            w.define(each, f"extractvalue {function.result} {whole}, {index}")
    else:
        w.define(function.result, f"call {function.result} {function.name}({args})")


def argument(w: Writer, type_: str) -> str:
    from opencicc.check.generate import memory

    if type_ == POINTED:
        ready = [place for place in w.places if place.is_writable and place.type == "i32" and place.count >= 4]
        if not ready:
            pointer = memory.allocate(w, "[4 x i32]")
            w.raw(f"store <4 x i32> splat (i32 {w.rng.randrange(9)}), ptr {pointer}, align 16")
            w.places.append(Place(pointer, 0, "i32", 4, True, 16))
            ready = [w.places[-1]]
        return f"ptr {memory.as_generic(w, w.rng.choice(ready))}"
    if type_ in BYVAL_TYPES:
        struct = BYVAL_TYPES[type_]
        pointer = memory.allocate(w, struct)
        w.raw(f"store {struct} {build_struct(w, struct)}, ptr {pointer}, align 8")
        return f"ptr byval({struct}) align 8 {pointer}"
    if type_ in FIELDS:
        return f"{type_} {build_struct(w, type_)}"
    return str(control.exit_value(w, type_))


def make_recursive(module: ModuleText) -> None:
    """f(depth, x): x combined with f(depth - 1, ...); callers bound the depth."""
    name, rng = f"@{module.fresh('recursive')}", module.rng
    combine, step = rng.choice(("add", "xor", "sub")), rng.choice(("mul i32 %x, 5", "add i32 %x, 17", "xor i32 %x, 93"))
    module.lines += [
        f"define internal i32 {name}(i32 %depth, i32 %x) {{",
        "entry:",
        "  %stop = icmp eq i32 %depth, 0",
        "  br i1 %stop, label %base, label %deeper",
        "base:",
        f"  %last = xor i32 %x, {rng.randrange(1000)}",
        "  ret i32 %last",
        "deeper:",
        "  %less = add i32 %depth, -1",
        f"  %next = {step}",
        f"  %below = call i32 {name}(i32 %less, i32 %next)",
        f"  %result = {combine} i32 %below, %x",
        "  ret i32 %result",
        "}",
        "",
    ]
    module.functions.append(Function(name, "i32", ("i32", "i32"), is_recursive=True))


def call_recursive(w: Writer) -> None:
    function = w.rng.choice([each for each in w.module.functions if each.is_recursive])
    depth = w.define("i32", f"and {w.pick('i32', constants=False)}, 3", 3)
    w.define("i32", f"call i32 {function.name}({depth}, {w.pick('i32')})")


def make_table(module: ModuleText) -> str:
    """A table of pointers to functions of one signature."""
    made = [make_function(module, "i32", ("i32", "i32"), 3) for _ in range(2)]
    table = f"@{module.fresh('pointers')}"
    rows = ", ".join(f"ptr {each.name}" for each in made)
    module.lines += [f"{table} = internal addrspace(1) constant [2 x ptr] [{rows}]", ""]
    return table


def call_pointer(w: Writer, table: str) -> None:
    """Call a function that the data choose."""
    index = w.define("i32", f"and {w.pick('i32', constants=False)}, 1", 1)
    place, target = w.name("at"), w.name("target")
    w.raw(f"{place} = getelementptr inbounds ptr, ptr addrspace(1) {table}, {index}")
    w.raw(f"{target} = load ptr, ptr addrspace(1) {place}, align 8")
    w.define("i32", f"call i32 {target}({w.pick('i32')}, {w.pick('i32')})")
