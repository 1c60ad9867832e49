"""What a pass is: options as typed fields, a context, a result.

A pass is a frozen dataclass below ``transforms``; its fields made with ``option`` are its options, spelled as the
compiler spells them. A module lists its passes in ``PASSES``, which is all it takes to register them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from hivm_passes.records import dataclass, field, fields

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hivm_passes.diagnostics import Diagnostic
    from hivm_passes.ir.core import Operation
    from hivm_passes.targets import Target

Build = Literal["a3", "a5"]
"""The two builds of the compiler: for A2 and A3, and for A5."""

BUILDS: tuple[Build, ...] = ("a3", "a5")

OptionKind = Literal["bool", "int", "enum", "string"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option of a pass: ``name`` as spelled, ``attribute`` the field that holds it.

    ``choices`` are the spellings of an enum. ``builds`` tells which compiler knows the option.
    """

    name: str
    kind: OptionKind
    summary: str
    attribute: str = ""
    choices: tuple[str, ...] = ()
    builds: tuple[Build, ...] = BUILDS


def option(
    name: str, default: T, summary: str, *, choices: tuple[str, ...] = (), builds: tuple[Build, ...] = BUILDS
) -> T:
    """A dataclass field that is an option; its kind follows from the default and the choices."""
    kind: OptionKind = (
        "enum" if choices else "bool" if isinstance(default, bool) else "int" if isinstance(default, int) else "string"
    )
    info = OptionInfo(name, kind, summary, choices=choices, builds=builds)
    made: Any = field(default=default, metadata={"option": info})
    return made


def no_location(op: Operation) -> str:
    """Where an operation comes from when nobody knows."""
    return "loc(unknown)"


@dataclass(frozen=True, slots=True)
class PassContext:
    """What a pass may know besides the IR.

    ``build`` is the compiler to imitate. ``exact`` asks for the compiler's output to the letter, clean-up of the greedy
    driver included; without it only what the pass itself is about changes. ``location`` prints an operation's location
    as ``loc("file":line:column)``. ``target`` is the SoC of modules that name none (the compiler has no such thing).
    """

    build: Build = "a3"
    exact: bool = True
    location: Callable[[Operation], str] = no_location
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class PassResult:
    """What a pass did.

    ``module`` is the operation it ran on (changed in place by ``apply``, a changed clone from ``run``). ``failed``
    means that the compiler would stop here. ``report`` is the pass's own data. ``files`` are side outputs, name to
    content. ``output`` is what the compiler prints on standard output meanwhile.
    """

    module: Operation
    changed: bool = True
    failed: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()
    report: tuple[Any, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    output: str = ""


@dataclass(frozen=True)
class Pass:
    """Base of all passes. ``class_name`` is the compiler's name for it in IR dumps."""

    name: ClassVar[str]
    class_name: ClassVar[str]
    summary: ClassVar[str] = ""
    builds: ClassVar[tuple[Build, ...]] = BUILDS

    @classmethod
    def anchor(cls, build: Build) -> str:
        """The operation that the pass runs on in ``build``."""
        return "func.func"

    def invalid(self, build: Build) -> str | None:
        """What is wrong with the options beyond their kinds, in the words of the compiler; None when nothing is."""
        return None

    def apply(self, op: Operation, context: PassContext) -> PassResult:
        """Run on one operation of the anchor's kind, in place."""
        raise NotImplementedError

    def run(self, module: Operation, context: PassContext) -> PassResult:
        """Run on a clone of ``module``: on itself, or on every matching operation directly inside it."""
        copy = module.clone()
        anchor = self.anchor(context.build)
        targets = [copy] if copy.name == anchor else directly_nested(copy, anchor)
        return merge_results(copy, [self.apply(op, context) for op in targets])

    @classmethod
    def options(cls, build: Build) -> tuple[OptionInfo, ...]:
        """The options that ``build`` knows, in order of declaration."""
        found: list[OptionInfo] = []
        for declared in fields(cls):
            info: OptionInfo | None = declared.metadata.get("option")
            if info is not None and build in info.builds:
                found.append(OptionInfo(info.name, info.kind, info.summary, declared.name, info.choices, info.builds))
        return tuple(found)


def directly_nested(op: Operation, name: str) -> list[Operation]:
    """The operations called ``name`` that are direct children of ``op``."""
    return [o for region in op.regions for block in region.blocks for o in block.operations if o.name == name]


def merge_results(module: Operation, results: list[PassResult]) -> PassResult:
    """One result for ``module`` from those of several operations in it."""
    files: dict[str, str] = {}
    for result in results:
        files.update(result.files)
    return PassResult(
        module,
        changed=any(r.changed for r in results),
        failed=any(r.failed for r in results),
        diagnostics=tuple(d for r in results for d in r.diagnostics),
        report=tuple(x for r in results for x in r.report),
        files=files,
        output="".join(r.output for r in results),
    )
