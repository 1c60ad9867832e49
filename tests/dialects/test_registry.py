"""The op tables: records are read one by one out of files that a person may reformat."""

from __future__ import annotations

import pytest

from hivm_passes.dialects.registry import data_file, registry

TABLES = ("hivm-ops.json", "upstream-ops.json")


def test_every_record_of_the_files_is_found_by_its_name() -> None:
    for table in TABLES:
        for record in data_file(table)["ops"]:
            for build in ("a3", "a5"):
                found = registry(build).get(record["name"])
                if build not in record.get("builds", ("a3", "a5")):
                    assert found is None
                else:
                    assert found is not None
                    assert found.name == record["name"]
                    assert found.usage == record.get("usage", {}).get("count", 0)


@pytest.mark.parametrize("name", ["lhs", "result", "hivm.hir.no_such_op", "", "type", 'arith."addi'])
def test_names_of_parts_are_no_operations(name: str) -> None:
    assert registry("a3").get(name) is None
