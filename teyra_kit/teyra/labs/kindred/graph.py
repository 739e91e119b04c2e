"""What does a chain look like from cause to effect?"""

from __future__ import annotations

from html import escape
from typing import Any, Final

from ....core.match import Node
from ... import view
from ...cards import Card
from ...moves import Charge, Inspire, Intercept, Play, Rally, Rouse
from .film import Chain
from .telling import done_title
from .words import name

LONG: Final = 4
"""A chain of so many effects can be drawn as a graph."""


def chain_graph(chain: Chain) -> Any:
    """The chain as a networkx graph: the played card, each effect, and an edge from what caused an effect to it."""
    import networkx

    graph = networkx.DiGraph()
    by: dict[Card, int] = {}
    for node in chain.line[1:]:
        move, told = node.move, chain.told(node)
        at = graph.number_of_nodes()
        ask = chain.before(node).ask
        if isinstance(move, Play):
            graph.add_node(at, node=node, label=name(move.card), detail="is played", suit=move.card.suit)
        elif isinstance(move, Charge | Inspire | Rouse | Intercept):
            assert ask is not None and ask.trigger is not None
            detail = done_title(move, told)
            graph.add_node(at, node=node, label=ask.trigger.suit.effect, detail=detail, suit=ask.trigger.suit)
            cause = by.get(ask.trigger.card)
            if cause is not None:
                graph.add_edge(cause, at, card=ask.trigger.card)
        elif isinstance(move, Rally):
            graph.add_node(at, node=node, label="RALLY", detail=f"{name(told.landed)} comes", suit=None)
            graph.add_edge(0, at)
        else:
            continue
        if told.landed is not None:
            by[told.landed] = at
    return graph


def graph_svg(chain: Chain, here: Node | None = None) -> str:
    """The chain from cause to effect, a row for each depth."""
    import networkx

    graph = chain_graph(chain)
    rows = [sorted(row) for row in networkx.topological_generations(graph)]
    most = max(map(len, rows))
    box, tall, gap, between = 152, 50, 14, 34
    wide = most * box + (most - 1) * gap
    spot = {}
    for depth, row in enumerate(rows):
        left = (wide - len(row) * box - (len(row) - 1) * gap) / 2
        for n, one in enumerate(row):
            spot[one] = (left + n * (box + gap), depth * (tall + between))
    bits = []
    for cause, effect in graph.edges:
        (x, y), (a, b) = spot[cause], spot[effect]
        x, y, a = x + box / 2, y + tall, a + box / 2
        bits.append(
            f'<path class="kl-edge" d="M{x:g} {y:g}C{x:g} {y + 18:g} {a:g} {b - 22:g} {a:g} {b - 8:g}"/>'
            f'<path class="kl-tip" d="M{a:g} {b - 1:g}l-6-10h12Z"/>'
        )
    for one, (x, y) in spot.items():
        info = graph.nodes[one]
        line = chain.line.index(info["node"])
        colour = f"var(--{view.WORDS[info['suit']]})" if info["suit"] else "var(--edge)"
        now = " is-now" * (info["node"] is here)
        said = escape(f"{line}. {info['label']}: {info['detail']}")
        bits.append(
            f'<g class="kl-box{now}" data-id="node|{line}" role="button" aria-label="{said}" style="--c:{colour}">'
            f'<rect x="{x:g}" y="{y:g}" width="{box}" height="{tall}" rx="8"/>'
            f'<text class="kl-word" x="{x + box / 2:g}" y="{y + 21:g}">{escape(info["label"])}</text>'
            f'<text class="kl-sub" x="{x + box / 2:g}" y="{y + 39:g}">{escape(info["detail"])}</text></g>'
        )
    high = len(rows) * (tall + between) - between
    return (
        f'<svg class="kl-graph" viewBox="-4 -4 {wide + 8:g} {high + 8:g}" style="max-width:{wide + 8:g}px" '
        f'role="group" aria-label="The chain from cause to effect" data-arrows="graph">{"".join(bits)}</svg>'
    )
