"""The compiler's pseudo-random order: a 32-bit Mersenne Twister per attempt and the shuffle of libstdc++.

A shuffle of ``n`` values draws ``n // 2`` numbers, whatever the values are, plus a rare redraw. So the numbers of a
whole attempt are drawn at once, and only the shuffles whose order matters are carried out.
"""

from __future__ import annotations

from _random import Random
from bisect import bisect_right
from itertools import accumulate
from struct import unpack
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

_WORD_MAX = 0xFFFFFFFF
_STATE_WORDS = 624


class Mt19937:
    """``std::mt19937(seed)``."""

    def __init__(self, seed: int) -> None:
        state = [seed & _WORD_MAX]
        for i in range(1, _STATE_WORDS):
            previous = state[-1]
            state.append((1812433253 * (previous ^ (previous >> 30)) + i) & _WORD_MAX)
        # The interpreter's generator is the same twister, but its own seeding scrambles the seed differently.
        self._random = Random()
        self._random.setstate((*state, _STATE_WORDS))

    def words(self, count: int) -> list[int]:
        """The next ``count`` 32-bit numbers."""
        if not count:
            return []
        return list(unpack(f"<{count}I", self._random.getrandbits(32 * count).to_bytes(4 * count, "little")))


def _range_of_draw(length: int, draw: int) -> int:
    """How many outcomes draw number ``draw`` of a shuffle of ``length`` values has."""
    if length % 2 == 0:
        if draw == 0:
            return 2
        first = 2 * draw
    else:
        first = 2 * draw + 1
    return (first + 1) * (first + 2)


def _is_rejected(word: int, outcomes: int) -> bool:
    return word >= outcomes * (_WORD_MAX // outcomes)


def draws_for_shuffles(seed: int, lengths: Sequence[int]) -> list[int]:
    """The accepted numbers for shuffles of these lengths one after the other; each takes ``length // 2`` of them."""
    ends = list(accumulate(length // 2 for length in lengths))
    needed = ends[-1] if ends else 0
    generator = Mt19937(seed)
    words = generator.words(needed)
    longest = max(lengths, default=0)
    smallest_rejected = _WORD_MAX - (longest + 1) * (longest + 2)
    if needed == 0 or max(words) < smallest_rejected:
        return words
    position = 0
    while position < needed:
        if words[position] >= smallest_rejected:
            shuffle = bisect_right(ends, position)
            draw = position - (ends[shuffle - 1] if shuffle else 0)
            if _is_rejected(words[position], _range_of_draw(lengths[shuffle], draw)):
                del words[position]
                words += generator.words(1)
                continue
        position += 1
    return words


def shuffle(values: list[T], draws: Sequence[int]) -> None:
    """Shuffle in place with the ``len(values) // 2`` accepted numbers in ``draws``."""
    n = len(values)
    i = 1
    drawn = iter(draws)
    if n and n % 2 == 0:
        j = next(drawn) // (_WORD_MAX // 2)
        values[1], values[j] = values[j], values[1]
        i = 2
    while i < n:
        outcomes = (i + 1) * (i + 2)
        p, q = divmod(next(drawn) // (_WORD_MAX // outcomes), i + 2)
        values[i], values[p] = values[p], values[i]
        i += 1
        values[i], values[q] = values[q], values[i]
        i += 1


def shuffled_positions(length: int, positions: Sequence[int], draws: Sequence[int]) -> list[int]:
    """Where the values at ``positions`` stand after a shuffle of ``length`` values."""
    order = list(range(length))
    shuffle(order, draws)
    place = {position: place for place, position in enumerate(order)}
    return [place[position] for position in positions]
