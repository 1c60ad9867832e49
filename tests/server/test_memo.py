from hivm_server.workspace.memo import Memo


def test_values_are_made_once() -> None:
    memo: Memo[str, int] = Memo(100)
    made: list[str] = []

    def make(key: str) -> int:
        made.append(key)
        return len(key)

    for key in ("a", "bb", "a", "bb", "a"):
        assert memo.compute(key, lambda key=key: make(key), lambda _: 1) == len(key)
    assert made == ["a", "bb"]
    assert memo.misses == 2


def test_the_least_recently_used_go_first() -> None:
    memo: Memo[str, int] = Memo(30)
    for key in "abc":
        memo.put(key, 1, 10)
    assert memo.get("a") == 1
    memo.put("d", 1, 10)
    assert memo.get("b") is None
    assert [memo.get(k) for k in "acd"] == [1, 1, 1]
    assert memo.size == 30


def test_replacing_a_value_does_not_count_it_twice() -> None:
    memo: Memo[str, int] = Memo(30)
    memo.put("a", 1, 20)
    memo.put("a", 2, 10)
    assert memo.size == 10
    assert memo.get("a") == 2


def test_a_value_larger_than_the_limit_is_kept_alone() -> None:
    memo: Memo[str, int] = Memo(30)
    memo.put("a", 1, 10)
    memo.put("huge", 2, 1000)
    assert memo.get("a") is None
    assert memo.get("huge") == 2
    memo.put("b", 3, 10)
    assert memo.get("huge") is None
    assert memo.size == 10
