"""The README tells of every diagnostic code and every setting, and its links lead somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_every_diagnostic_code_is_listed() -> None:
    codes = set(re.findall(r'<a id="(hivm\.[^"]+)">', (ROOT / "docs/diagnostics.md").read_text()))
    assert codes == set(re.findall(r"diagnostics\.md#(hivm\.[\w.-]+)\)", README))


def test_every_setting_is_listed() -> None:
    configuration = json.loads((ROOT / "vscode-extension/package.json").read_text())["contributes"]["configuration"]
    groups = configuration if isinstance(configuration, list) else [configuration]
    settings = {name for group in groups for name in group["properties"]}
    assert settings == set(re.findall(r"^\| `(hivm\.[\w.]+)` \|", README, re.MULTILINE))


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", README)
    local = [t for t in targets if not t.startswith("http")]
    assert local
    assert [t for t in local if not (ROOT / t).exists()] == []
