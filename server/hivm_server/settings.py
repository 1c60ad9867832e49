"""Settings of the server: section ``hivm`` of the client's configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

ArchSetting = Literal["auto", "a3", "a5"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user can choose. ``target`` counts where a module names no target; empty: the compiler's default.

    ``usage_hint_percent`` is the share of a memory above which its use is worth a hint; 100 and more: never.
    """

    target: str = ""
    arch: ArchSetting = "auto"
    offset_hints: bool = True
    code_lens: bool = True
    usage_hint_percent: float = 90.0

    @staticmethod
    def parse(value: object) -> Settings:
        """From the configuration's JSON; whatever is missing or nonsense has its default."""
        section = _section(value)
        if "hivm" in section:
            section = _section(section["hivm"])
        default = Settings()
        target, arch = section.get("target"), section.get("arch")
        percent = _section(section.get("diagnostics")).get("usageHintPercent")
        valid = isinstance(percent, int | float) and not isinstance(percent, bool) and percent >= 0
        return Settings(
            target=target.strip() if isinstance(target, str) else default.target,
            arch=arch if arch in ("auto", "a3", "a5") else default.arch,
            offset_hints=_flag(section.get("inlayHints"), "offsets", default.offset_hints),
            code_lens=_flag(section.get("codeLens"), "enable", default.code_lens),
            usage_hint_percent=float(cast("float", percent)) if valid else default.usage_hint_percent,
        )


def _section(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _flag(section: object, key: str, default: bool) -> bool:
    value = _section(section).get(key)
    return value if isinstance(value, bool) else default
