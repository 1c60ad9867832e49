"""The generator and the shuffle of libstdc++, against numbers printed by the C++ library."""

from __future__ import annotations

import random

import pytest

from hivm_passes.transforms.plan_memory.random_order import Mt19937, draws_for_shuffles, shuffle, shuffled_positions


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        (0, [2357136044, 2546248239, 3071714933, 3626093760, 2588848963, 3684848379]),
        (1, [1791095845, 4282876139, 3093770124]),
        (5489, [3499211612, 581869302, 3890346734]),
    ],
)
def test_words(seed: int, words: list[int]) -> None:
    assert Mt19937(seed).words(len(words)) == words


def test_ten_thousandth_word() -> None:
    """The C++ standard requires this number of a default-constructed ``std::mt19937``."""
    assert Mt19937(5489).words(10000)[-1] == 4123659995


@pytest.mark.parametrize(
    ("length", "order"),
    [
        (2, [0, 1]),
        (3, [2, 1, 0]),
        (4, [0, 2, 1, 3]),
        (5, [2, 4, 3, 0, 1]),
        (6, [0, 2, 1, 5, 3, 4]),
        (7, [2, 4, 6, 0, 5, 1, 3]),
    ],
)
def test_first_shuffle_of_seed_0(length: int, order: list[int]) -> None:
    values = list(range(length))
    shuffle(values, draws_for_shuffles(0, [length]))
    assert values == order


def test_shuffles_in_a_row() -> None:
    words = ["abcd", "abcde", "abcdef"]
    draws = draws_for_shuffles(0, [len(word) for word in words])
    found = []
    for word in words:
        letters = list(word)
        shuffle(letters, draws[: len(word) // 2])
        del draws[: len(word) // 2]
        found.append("".join(letters))
    assert found == ["acbd", "aebdc", "abecfd"]


def test_a_list_of_one_draws_nothing() -> None:
    assert draws_for_shuffles(0, [1, 0, 1]) == []


def one_by_one(seed: int, lengths: list[int]) -> list[list[int]]:
    """The shuffles with numbers drawn and rejected one at a time."""
    generator = Mt19937(seed)

    def below(n: int) -> int:
        scale = 0xFFFFFFFF // n
        while True:
            (word,) = generator.words(1)
            if word < n * scale:
                return word // scale

    results = []
    for length in lengths:
        values, i = list(range(length)), 1
        if length and length % 2 == 0:
            j = below(2)
            values[1], values[j] = values[j], values[1]
            i = 2
        while i < length:
            p, q = divmod(below((i + 1) * (i + 2)), i + 2)
            values[i], values[p] = values[p], values[i]
            values[i + 1], values[q] = values[q], values[i + 1]
            i += 2
        results.append(values)
    return results


@pytest.mark.parametrize("seed", range(4))
def test_redraws(seed: int) -> None:
    """Long lists make redraws frequent: a list of 5000 rejects a number in 170."""
    rng = random.Random(seed)
    lengths = [rng.randrange(0, 5000) for _ in range(12)]
    draws = draws_for_shuffles(seed, lengths)
    found = []
    for length in lengths:
        values = list(range(length))
        shuffle(values, draws[: length // 2])
        del draws[: length // 2]
        found.append(values)
    assert found == one_by_one(seed, lengths)


def test_positions_after_a_shuffle() -> None:
    values = list(range(50))
    draws = draws_for_shuffles(3, [50])
    shuffle(values, draws)
    assert shuffled_positions(50, [7, 0, 49], draws) == [values.index(7), values.index(0), values.index(49)]
