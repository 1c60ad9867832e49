"""``hivm-opt``: reads MLIR, runs passes, prints the result, as the compiler's own tool does.

Start-up time counts, so this imports what it needs when it needs it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hivm_passes import __version__
from hivm_passes.records import dataclass, field
from hivm_passes.tools.arguments import Arguments, UsageError, help_text, parse_arguments
from hivm_passes.tools.source import SPLIT, Chunk, SourceFile, split

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.ir.attributes import Attribute
    from hivm_passes.ir.core import Operation
    from hivm_passes.ir.types import Type
    from hivm_passes.passes import Build, Pass, PassResult
    from hivm_passes.pipeline import Nested

OK, FAILED, USAGE = 0, 1, 2


@dataclass(slots=True)
class ToolResult:
    """What a run printed: ``output`` for standard output (or the ``-o`` file), ``messages`` for standard error.

    ``files`` are side outputs for the working directory.
    """

    status: int = OK
    output: bytes = b""
    messages: str = ""
    files: dict[str, str] = field(default_factory=dict[str, str])


def main() -> None:
    """The console script."""
    import gc
    import os

    # The process lives for a moment and keeps nearly all that it makes: collecting garbage and taking the heap apart
    # at the end would be a quarter of its time.
    gc.disable()
    status = run_process(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def run_process(words: list[str]) -> int:
    """Run with the process's own streams and files; returns the exit status."""
    try:
        arguments = parse_arguments(words)
    except UsageError as error:
        return _say(f"{error}\n{_hint()}", USAGE)
    if arguments.action == "help":
        return _print(help_text().encode(), OK)
    if arguments.action == "version":
        return _print(f"hivm-opt {__version__}\n".encode(), OK)
    try:
        source = read_input(arguments.path)
    except OSError as error:
        return _say(f"cannot open input file '{arguments.path}': {error.strerror}", FAILED)
    except KeyboardInterrupt:
        return 130
    try:
        result = run(arguments, source)
    except Exception as error:  # whatever it is, a user gets one line and not a traceback
        return _say(_internal(error), FAILED)
    for name, content in result.files.items():
        try:
            _write(name, content.encode())
        except OSError as error:
            result.messages += f"hivm-opt: error: cannot write '{name}': {error.strerror}\n"
            result.status = result.status or FAILED
    try:
        sys.stderr.write(result.messages)
        sys.stderr.flush()
    except (BrokenPipeError, UnicodeEncodeError):
        pass
    if arguments.output == "-":
        return _print(result.output, result.status)
    if result.status == OK or result.output:
        try:
            _write(arguments.output, result.output)
        except OSError as error:
            return _say(f"cannot open output file '{arguments.output}': {error.strerror}", FAILED)
    return result.status


def run_tool(words: list[str], data: bytes) -> ToolResult:
    """Run on ``data`` instead of a file, touching no stream and no file."""
    try:
        return run(parse_arguments(words), SourceFile("<stdin>", data))
    except UsageError as error:
        return ToolResult(USAGE, messages=f"hivm-opt: error: {error}\n")


def read_input(path: str) -> SourceFile:
    """The file, or standard input for ``-``. Raises ``OSError``."""
    if path == "-":
        return SourceFile("<stdin>", sys.stdin.buffer.read())
    with open(path, "rb") as file:  # noqa: PTH123 (pathlib takes longer to import than most files take to plan)
        return SourceFile(path, file.read())


def _write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(content)


def _print(output: bytes, status: int) -> int:
    """Write to standard output; a reader that went away is no error of ours."""
    try:
        sys.stdout.buffer.write(output)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # What is still buffered would make the interpreter complain at exit.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _say(f"cannot write the output: {error.strerror}", FAILED)
    return status


def _say(message: str, status: int) -> int:
    sys.stderr.write(f"hivm-opt: error: {message}\n")
    return status


def _internal(error: Exception) -> str:
    """What to say about a mistake of ours; ``HIVM_TRACEBACK`` in the environment raises it instead."""
    import os

    if "HIVM_TRACEBACK" in os.environ:
        raise error
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = "" if at is None else f" ({at.tb_frame.f_globals.get('__name__', '')}:{at.tb_lineno})"
    return f"internal error: {type(error).__name__}: {error}{where}; please report it with the input"


def _hint() -> str:
    return "run 'hivm-opt --help' for the options"


# --- one run ------------------------------------------------------------------------------------------------------


def run(arguments: Arguments, source: SourceFile) -> ToolResult:
    """Do what the arguments ask for, with all parts of the input."""
    from hivm_passes.pipeline import PipelineError

    build = _build(arguments, source)
    try:
        pipeline = _pipeline(arguments, build)
    except PipelineError as error:
        return ToolResult(USAGE, messages=_pipeline_message(error))
    result = ToolResult()
    chunks, near_misses = split(source) if arguments.split else ([Chunk(source, 1, 0)], [])
    if near_misses:
        from hivm_passes.diagnostics import Diagnostic
        from hivm_passes.ir.core import Span
        from hivm_passes.tools.formats import text

        for at in near_misses:
            note = Diagnostic("warning", "hivm.split", "near miss with file split marker", Span(at, at))
            result.messages += text(source, note)
    parts: list[bytes] = []
    for chunk in chunks:
        parts.append(_Run(arguments, build, pipeline, chunk.source, result).run())
    result.output = (SPLIT + b"\n").join(parts)
    return result


def _build(arguments: Arguments, source: SourceFile) -> Build:
    if arguments.arch is not None:
        return arguments.arch
    from hivm_passes.targets import guess_build, target

    if arguments.target is not None:
        named = target(arguments.target)
        if named is not None:
            return "a5" if named.is_reg_based or "a3" not in named.builds else "a3"
    return guess_build(source.data)


def _pipeline(arguments: Arguments, build: Build) -> Nested:
    from hivm_passes.pipeline import Nested, make_pass, nest, parse_pipeline

    first: list[Pass] = []
    if arguments.target is not None:
        first.append(make_pass("hacc-append-device-spec", f"target={arguments.target}", build))
    if arguments.pipeline is not None:
        pipeline = parse_pipeline(arguments.pipeline, build)
        return Nested(pipeline.anchor, (*first, *pipeline.entries))
    return nest([*first, *(make_pass(name, options, build) for name, options in arguments.passes)], build)


def _pipeline_message(error: Exception) -> str:
    from hivm_passes.pipeline import PipelineError

    assert isinstance(error, PipelineError)
    message = f"hivm-opt: error: {error.message}\n"
    if error.text is not None:
        message += f"{error.text}\n{' ' * error.position}^\n"
    return message


class _Run:
    """One part of the input: parse, verify, run, print."""

    def __init__(
        self, arguments: Arguments, build: Build, pipeline: Nested, source: SourceFile, result: ToolResult
    ) -> None:
        self.arguments = arguments
        self.build: Build = build
        self.pipeline = pipeline
        self.source = source
        self.result = result
        self.found: list[Diagnostic] = []
        self.aliases: Mapping[str, Attribute | Type] = {}

    def run(self) -> bytes:
        """The printed module; empty when something is wrong."""
        output = self._process()
        if self.arguments.verify:
            return self._compare_with_expectations(output)
        for diagnostic in self.found:
            self.result.messages += self._text(diagnostic)
        if output is None:
            self.result.status = FAILED
        return output or b""

    def _process(self) -> bytes | None:
        from hivm_passes.ir.parsing import parse_module
        from hivm_passes.ir.verifier import verify
        from hivm_passes.pipeline import Nested

        arguments = self.arguments
        parsed = parse_module(
            self.source.data,
            build=self.build,
            allow_unregistered=arguments.allow_unregistered,
            file_name=self.source.name,
        )
        self.found += parsed.diagnostics
        if parsed.has_errors:
            return None
        self.found += verify(parsed.module, parsed.build, parsed.broken)
        if any(d.severity == "error" for d in self.found):
            return None
        module, self.aliases = parsed.module, parsed.aliases
        if arguments.debug_info:
            self._add_locations(module)
        printed = b""
        pipeline = self.pipeline
        if arguments.memory_pipeline:
            from hivm_passes.memory_pipeline import whole_pipeline

            pipeline = Nested(pipeline.anchor, (*pipeline.entries, *whole_pipeline(module, self.build).entries))
        if pipeline.entries:
            from hivm_passes.passes import PassContext
            from hivm_passes.pipeline import run_pipeline

            context = PassContext(self.build, location=self._location)
            after = self._printer(module) if arguments.print_after_all else None
            outcome = run_pipeline(module, pipeline, context, after, one_by_one=arguments.one_by_one)
            self.found += outcome.diagnostics
            self.result.files.update(outcome.files)
            printed = outcome.output.encode()
            if outcome.failed:
                self.result.output = printed
                return None
        return printed + self._print(module)

    # --- printing -----------------------------------------------------------------------------------------------

    def _print(self, op: Operation) -> bytes:
        from hivm_passes.ir.printing import CanonicalNames, print_module, print_operation

        if self.arguments.debug_info:
            from hivm_passes.ir.attributes import LocationAttr

            for made in op.walk():
                made.location = made.location or LocationAttr("unknown")
        generic = self.arguments.generic
        if op.name == "builtin.module":
            text = print_module(
                op,
                build=self.build,
                generic=generic,
                debug_locations=self.arguments.debug_info,
                aliases=self.aliases,
            )
        else:
            text = print_operation(op, CanonicalNames(op), build=self.build, generic=generic) + "\n"
        return text.encode("utf-8", "surrogateescape")

    def _printer(self, module: Operation) -> Callable[[Pass, PassResult], None]:
        """Prints the IR after a pass, with the compiler's banner."""

        def show(entry: Pass, outcome: PassResult) -> None:
            failed = " Failed" if outcome.failed else ""
            shown, scope = outcome.module, ""
            if self.arguments.module_scope and shown is not module:
                name = getattr(shown.attributes.get("sym_name"), "value", "")
                shown, scope = module, f" ('{outcome.module.name}' operation: @{name})"
            banner = f"// -----// IR Dump After {entry.class_name}{failed} ({entry.name}){scope} //----- //\n"
            text = self._print(shown).decode("utf-8", "surrogateescape")
            self.result.messages += f"{banner}{text}{'' if text.endswith(chr(10) * 2) else chr(10)}"

        return show

    def _add_locations(self, module: Operation) -> None:
        """Give every operation its place in the file as its location, so that passes hand it on."""
        from hivm_passes.ir.attributes import LocationAttr

        for op in module.walk():
            if op.location is None:
                body = self._location(op)[len("loc(") : -1]
                op.location = LocationAttr(f'"{self.source.name}":0:0' if op is module and not op.source else body)

    def _location(self, op: Operation) -> str:
        """``loc("file":line:column)`` of an operation, or of the one that it came from."""
        if op.location is not None:
            return f"loc({op.location.body})"
        written = op.written
        source = None if written is None else written.source
        if source is None:
            return "loc(unknown)"
        line, column = self.source.position(source.name.start)
        return f'loc("{self.source.name}":{line}:{column})'

    def _text(self, diagnostic: Diagnostic) -> str:
        from hivm_passes.tools.formats import text

        return text(self.source, diagnostic)

    # --- expected diagnostics -------------------------------------------------------------------------------------

    def _compare_with_expectations(self, output: bytes | None) -> bytes:
        from hivm_passes.tools.expectations import Message, check
        from hivm_passes.tools.formats import WORDS, message_text

        messages: list[Message] = []
        for d in self.found:
            # Explanations of ours are no diagnostics of the compiler.
            if d.data.get("own"):
                continue
            messages.append(Message(WORDS[d.severity], d.text, d.span))
            if not d.code.startswith("hivm.plan-memory"):
                messages += [Message("note", n.message, n.span) for n in d.related]
        problems = check(self.source, messages)
        for problem in problems:
            self.result.messages += message_text(self.source, problem.span, problem.text)
        if problems:
            self.result.status = FAILED
        return output or b""
