"""Every worked example of the rulebook comes out as it says."""

from __future__ import annotations

import pytest

from teyra_kit.terakh.examples import evaluate, examples
from teyra_kit.verify import agrees


@pytest.mark.parametrize("example", examples().values(), ids=lambda example: example.id)
def test_example(example):
    got = evaluate(example.given)
    assert agrees(example.expect, got), got


def test_all_examples_are_here():
    assert len(examples()) == 129
