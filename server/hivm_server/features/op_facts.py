"""What the op tables say about operations, attributes and enums, as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from hivm_passes.dialects.registry import registry

if TYPE_CHECKING:
    from hivm_passes.dialects.registry import AttributeInfo, Build, OpInfo

_BUILD_NAMES = {"a3": "bishengir-opt (A2/A3)", "a5": "bishengir-opt-a5"}
_PIPES = {
    "PIPE_MTE1": "L1 into L0A/L0B",
    "PIPE_MTE2": "global memory into UB or L1",
    "PIPE_MTE3": "UB or L1 out",
    "PIPE_V": "vector unit",
    "PIPE_M": "cube unit",
    "PIPE_FIX": "L0C out, with conversion",
    "PIPE_S": "scalar unit",
}
_MAX_CASES = 40


def describe(name: str, build: Build) -> list[str] | None:
    """Signature, meaning, pipe and core of an operation; None when no table knows it."""
    other: Build = "a5" if build == "a3" else "a3"
    info = registry(build).get(name)
    lines: list[str] = []
    if info is None:
        info = registry(other).get(name)
        if info is None:
            return None
        lines.append(f"only in {_BUILD_NAMES[other]}")
    form = f"{name} {info.asm_text}" if info.asm_text else name
    lines = ["```mlir", form, "```", *lines]
    if info.summary:
        lines += [info.summary, ""]
    hardware = [line for line in (_pipe(info), _core(info)) if line]
    if hardware:
        lines += [f"{', '.join(hardware)}", ""]
    lines += [f"- `%{o.name}` {_role(o.role)}: {o.type}{_arity(o.arity)}" for o in info.operands]
    lines += [f"- `{a.name}`: {_attribute(a)}" for a in info.attributes]
    lines += [f"- result `{r.name}`: {r.type}{_arity(r.arity)}" for r in info.results]
    if info.inplace == "isa":
        lines += ["", "the output may lie in the place of an input"]
    elif info.inplace == "elementwise":
        lines += ["", "the output may lie in the place of an input of the same element size"]
    types = _element_types(info)
    if types:
        lines += ["", *types]
    return lines


def _pipe(info: OpInfo) -> str:
    pipe = info.pipe
    if isinstance(pipe, dict):
        return f"pipes {_pipe_name(pipe['in'])} then {_pipe_name(pipe['out'])}"
    return f"pipe {_pipe_name(pipe)}" if pipe else ""


def _pipe_name(pipe: str) -> str:
    meaning = _PIPES.get(pipe)
    return f"`{pipe}` ({meaning})" if meaning else pipe if " " in pipe else f"`{pipe}`"


def _core(info: OpInfo) -> str:
    core = info.core
    if not core:
        return ""
    return "core inferred from its operands" if core == "inferred" else f"core `{core}`"


def _role(role: str) -> str:
    return {"in": "read", "out": "written", "temp": "scratch", "sync": "synchronisation"}.get(role, role)


def _arity(arity: str) -> str:
    return {"one": "", "optional": ", optional", "variadic": ", any number"}[arity]


def _attribute(attribute: AttributeInfo) -> str:
    text = attribute.kind
    if attribute.presence in ("default", "optional_default"):
        default: object = attribute.default
        word = str(default).lower() if isinstance(default, bool) else str(default)
        return f"{text}, default {word}"
    return f"{text}, {attribute.presence}"


def _element_types(info: OpInfo) -> list[str]:
    listed = info.traits.get("elem_types")
    if not isinstance(listed, list):
        return []
    lines: list[str] = []
    for entry in cast("list[dict[str, Any]]", listed):
        indices = cast("list[int]", entry["operands"])
        names = [info.operands[i].name for i in indices if i < len(info.operands)]
        lines.append(f"element types of {', '.join(f'`{n}`' for n in names)}: {', '.join(entry['types'])}")
    return lines


def describe_attribute(attribute: AttributeInfo, build: Build) -> list[str]:
    """An inherent attribute, with its cases when it is an enum."""
    lines = [f"`{attribute.name}`: {_attribute(attribute)}"]
    if ":" in attribute.kind and attribute.kind.startswith("enum"):
        lines += describe_attribute_kind(attribute.kind.split(":", 1)[1], build, None) or []
    return lines


def describe_attribute_kind(name: str, build: Build, case: str | None) -> list[str] | None:
    """A kind of attribute (``hivm.pipe``): meaning, form, and cases with the given one marked."""
    facts = registry(build)
    kind = facts.attribute_kind(name)
    enum = facts.enum(name)
    if kind is None and enum is None:
        return None
    summary = (kind.summary if kind is not None else "") or (enum.summary if enum is not None else "")
    form = "<CASE>" if kind is None else kind.form
    lines = ["```mlir", f"#{name}{form}", "```"]
    if summary:
        lines.append(summary)
    if enum is not None:
        shown = [f"**{c.text}**" if c.text == case else c.text for c in enum.cases[:_MAX_CASES]]
        lines.append(f"one of: {', '.join(shown)}{', ...' if len(enum.cases) > _MAX_CASES else ''}")
        if case is not None and all(c.text != case for c in enum.cases):
            lines.append(f"`{case}` is none of them")
        pipe = _PIPES.get(case or "")
        if pipe is not None:
            lines.append(f"{case}: {pipe}")
    return lines
