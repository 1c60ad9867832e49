"""Pass registry, options in text form, and pipelines of passes (spelled as for the compiler's own tool)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hivm_passes.passes import Build, OptionInfo, Pass, PassContext, PassResult, directly_nested, merge_results
from hivm_passes.records import dataclass

if TYPE_CHECKING:
    from hivm_passes.ir.core import Operation

MODULE = "builtin.module"
ANY = "any"

_TRUE = ("", "true", "TRUE", "True", "1")
_FALSE = ("false", "FALSE", "False", "0")


class PipelineError(ValueError):
    """A pass, an option or a pipeline that cannot be used. ``text`` and ``position`` point into pipeline text."""

    def __init__(self, message: str, text: str | None = None, position: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.position = position


@dataclass(frozen=True, slots=True)
class Nested:
    """Passes that run on every ``anchor`` operation directly inside the current one (``any``: on every operation)."""

    anchor: str
    entries: tuple[Pass | Nested, ...]


# --- registry ---------------------------------------------------------------------------------------------------


def _module_names() -> list[str]:
    from pkgutil import iter_modules

    import hivm_passes.transforms as package

    return sorted(m.name for m in iter_modules(package.__path__))


def _passes_of(module: str) -> tuple[type[Pass], ...]:
    from importlib import import_module

    return getattr(import_module(f"hivm_passes.transforms.{module}"), "PASSES", ())


def all_passes() -> Iterator[type[Pass]]:
    """Every registered pass, by name of its module."""
    for module in _module_names():
        yield from _passes_of(module)


def _likely_modules(name: str) -> Iterator[str]:
    """Modules called as the pass is, with or without its ``hivm_`` prefix; then all others.

    Using one pass need not import all of them, nor list their directory.
    """
    guess = name.replace("-", "_")
    guesses = [g for g in (guess, guess.removeprefix("hivm_")) if g.isidentifier()]
    for module in guesses:
        try:
            _passes_of(module)
        except ModuleNotFoundError:
            continue
        yield module
    yield from (m for m in _module_names() if m not in guesses)


def find_pass(name: str, build: Build) -> type[Pass] | None:
    """The pass called ``name`` in ``build``."""
    for module in _likely_modules(name):
        for candidate in _passes_of(module):
            if candidate.name == name and build in candidate.builds:
                return candidate
    return None


def unknown_pass(name: str, build: Build) -> str:
    """The message for a pass that ``build`` does not have here."""
    from difflib import get_close_matches

    names = [p.name for p in all_passes() if build in p.builds]
    other = [p.name for p in all_passes() if build not in p.builds]
    if name in other:
        return f"pass '{name}' does not exist in the {build} compiler"
    close = get_close_matches(name, names, 1)
    hint = f", did you mean '{close[0]}'?" if close else f" (known: {', '.join(sorted(names))})"
    return f"no pass called '{name}'{hint}"


# --- options ----------------------------------------------------------------------------------------------------


def split_options(text: str) -> list[tuple[str, str | None]]:
    """``a=1 b c={x y}`` as pairs; the value is None where there is no ``=``. Raises ``PipelineError``."""
    pairs: list[tuple[str, str | None]] = []
    position, end = 0, len(text)
    while True:
        while position < end and text[position].isspace():
            position += 1
        if position == end:
            return pairs
        start = position
        while position < end and text[position] != "=" and not text[position].isspace():
            position += 1
        name = text[start:position]
        if position == end or text[position] != "=":
            pairs.append((name, None))
            continue
        position += 1
        start = position
        closers: list[str] = []
        while position < end and (closers or not text[position].isspace()):
            character = text[position]
            if closers and character == closers[-1]:
                closers.pop()
            elif character in "\"'" and not (closers and closers[-1] in "\"'"):
                closers.append(character)
            elif character in "{[(" and not (closers and closers[-1] in "\"'"):
                closers.append({"{": "}", "[": "]", "(": ")"}[character])
            position += 1
        if closers:
            raise PipelineError(f"'{closers[-1]}' is missing in the options '{text}'", text, start)
        value = text[start:position]
        if len(value) >= 2 and (value[0], value[-1]) in (('"', '"'), ("'", "'"), ("{", "}")):
            value = value[1:-1]
        pairs.append((name, value))


def _convert(info: OptionInfo, value: str | None) -> Any:
    """The value of an option from its text; raises ``PipelineError`` in the words of the compiler."""
    where = f"for the --{info.name} option: "
    if info.kind == "bool":
        text = "" if value is None else value
        if text in _TRUE:
            return True
        if text in _FALSE:
            return False
        raise PipelineError(f"{where}'{text}' is invalid value for boolean argument! Try 0 or 1")
    if value is None:
        raise PipelineError(f"{where}requires a value!")
    if info.kind == "int":
        try:
            return int(value, 0)
        except ValueError:
            raise PipelineError(f"{where}'{value}' value invalid for integer argument!") from None
    if info.kind == "enum" and value not in info.choices:
        raise PipelineError(f"{where}Cannot find option named '{value}'! (one of: {', '.join(info.choices)})")
    return value


def make_pass(name: str, options: str, build: Build) -> Pass:
    """The pass called ``name`` with ``options`` in text form. Raises ``PipelineError``."""
    cls = find_pass(name, build)
    if cls is None:
        raise PipelineError(unknown_pass(name, build))
    known = {info.name: info for info in cls.options(build)}
    values: dict[str, Any] = {}
    for key, value in split_options(options):
        info = known.get(key)
        if info is None:
            names = ", ".join(known) or "none"
            raise PipelineError(f"pass '{name}' has no option '{key}' in the {build} compiler (options: {names})")
        values[info.attribute] = _convert(info, value)
    made = cls(**values)
    problem = made.invalid(build)
    if problem is not None:
        raise PipelineError(problem)
    return made


def options_text(entry: Pass, build: Build) -> str:
    """The options of a pass that differ from their defaults, as text."""
    default = type(entry)()
    parts: list[str] = []
    for info in entry.options(build):
        value = getattr(entry, info.attribute)
        if value != getattr(default, info.attribute):
            parts.append(f"{info.name}={str(value).lower() if isinstance(value, bool) else value}")
    return " ".join(parts)


# --- pipelines in text form -------------------------------------------------------------------------------------


class _PipelineParser:
    """Recursive descent over ``anchor(pass{options},anchor(...))``."""

    def __init__(self, text: str, build: Build) -> None:
        self.text = text
        self.build: Build = build
        self.position = 0

    def fail(self, message: str, position: int | None = None) -> PipelineError:
        return PipelineError(message, self.text, self.position if position is None else position)

    def skip_blanks(self) -> None:
        while self.position < len(self.text) and self.text[self.position].isspace():
            self.position += 1

    def peek(self) -> str:
        self.skip_blanks()
        return self.text[self.position] if self.position < len(self.text) else ""

    def name(self) -> str:
        self.skip_blanks()
        start = self.position
        while self.position < len(self.text) and self.text[self.position] not in "(){},":
            self.position += 1
        return self.text[start : self.position].strip()

    def options(self) -> str:
        """The text between ``{`` and its ``}``; empty when there are no options."""
        if self.peek() != "{":
            return ""
        start = self.position
        depth = 0
        while self.position < len(self.text):
            character = self.text[self.position]
            depth += (character == "{") - (character == "}")
            self.position += 1
            if depth == 0:
                return self.text[start + 1 : self.position - 1]
        raise self.fail("missing closing '}' while processing pass options", start)

    def entries(self) -> tuple[Pass | Nested, ...]:
        """A parenthesised list, with the opening parenthesis at hand."""
        opened = self.position
        self.position += 1
        found: list[Pass | Nested] = []
        if self.peek() == ")":
            self.position += 1
            return ()
        while True:
            self.skip_blanks()
            start = self.position
            name = self.name()
            if not name:
                raise self.fail("a pass or an operation name is expected", start)
            if self.peek() == "(":
                found.append(Nested(name, self.entries()))
            else:
                options = self.options()
                try:
                    found.append(make_pass(name, options, self.build))
                except PipelineError as error:
                    raise self.fail(error.message, start) from None
            following = self.peek()
            if following not in (",", ")"):
                raise self.fail("encountered unbalanced parentheses while parsing pipeline", opened)
            self.position += 1
            if following == ")":
                return tuple(found)


def parse_pipeline(text: str, build: Build) -> Nested:
    """A pipeline such as ``builtin.module(func.func(hivm-plan-memory))``. Raises ``PipelineError``."""
    parser = _PipelineParser(text, build)
    anchor = parser.name()
    if not anchor or parser.peek() != "(":
        raise parser.fail("a pipeline is wrapped with the operation it runs on, e.g. 'builtin.module(...)'", 0)
    if anchor not in (MODULE, ANY):
        raise parser.fail(f"can't run '{anchor}' pass manager on '{MODULE}' op", 0)
    pipeline = Nested(MODULE, parser.entries())
    if parser.peek():
        raise parser.fail("unexpected text behind the pipeline")
    _check_anchors(pipeline, parser)
    return pipeline


def _check_anchors(nested: Nested, parser: _PipelineParser) -> None:
    for entry in nested.entries:
        if isinstance(entry, Nested):
            _check_anchors(entry, parser)
        elif nested.anchor not in (ANY, entry.anchor(parser.build)):
            wanted = entry.anchor(parser.build)
            raise parser.fail(
                f"pass '{entry.name}' runs on '{wanted}', not on '{nested.anchor}': "
                + (f"write {wanted}({entry.name})" if nested.anchor == MODULE else f"move it out of '{nested.anchor}'"),
                max(parser.text.find(entry.name), 0),
            )


def nest(passes: Sequence[Pass], build: Build) -> Nested:
    """A pipeline on modules from passes in order; neighbours with the same anchor share one nesting."""
    entries: list[Pass | Nested] = []
    for entry in passes:
        anchor = entry.anchor(build)
        last = entries[-1] if entries else None
        if anchor == MODULE:
            entries.append(entry)
        elif isinstance(last, Nested) and last.anchor == anchor:
            entries[-1] = Nested(anchor, (*last.entries, entry))
        else:
            entries.append(Nested(anchor, (entry,)))
    return Nested(MODULE, tuple(entries))


# --- running ----------------------------------------------------------------------------------------------------

AfterPass = Callable[[Pass, PassResult], None]


def run_pipeline(
    module: Operation,
    pipeline: Nested,
    context: PassContext,
    after_pass: AfterPass | None = None,
    *,
    one_by_one: bool = False,
) -> PassResult:
    """Run on ``module`` in place. Stops after the first entry that fails.

    Of several functions that a nested pipeline runs on, each is done to its end, as in the compiler, which runs them
    at the same time; ``one_by_one`` stops at the first that fails, as it does without threads. ``after_pass`` is called
    after every pass on every operation.
    """
    results: list[PassResult] = []
    for entry in pipeline.entries:
        if isinstance(entry, Nested):
            inner: list[PassResult] = []
            for op in _targets(module, entry.anchor):
                inner.append(run_pipeline(op, entry, context, after_pass, one_by_one=one_by_one))
                if one_by_one and inner[-1].failed:
                    break
            result = merge_results(module, inner)
        elif entry.anchor(context.build) == module.name:
            result = entry.apply(module, context)
            if after_pass is not None:
                after_pass(entry, result)
        else:
            continue
        results.append(result)
        if result.failed:
            break
    return merge_results(module, results)


def _targets(op: Operation, anchor: str) -> list[Operation]:
    if anchor != ANY:
        return directly_nested(op, anchor)
    return [o for region in op.regions for block in region.blocks for o in block.operations]
