import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawDiagram } from './draw-diagram.ts';
import { type LayoutNode, layOut } from './layered-layout.ts';

const COLOURS = { ground: '#ffffff', ink: '#222222', soft: '#666666', line: '#aaaaaa' };

const drawSvg = (code: string): string => {
  const drawing = drawDiagram(code, COLOURS);
  return decodeURIComponent(drawing?.url.replace('data:image/svg+xml,', '') ?? '');
};

test.each([
  [
    'a flowchart',
    'flowchart TD\n  A[Moon] -->|pulls| B{Sea}\n  B --> C(High water)\n  B --> D(Low water)\n  D --> A',
    'High water',
  ],
  [
    'groups',
    'graph LR\n  subgraph one [First]\n    a --> b\n  end\n  subgraph two\n    c --> d\n  end\n  b --> c\n  one --> two',
    'First',
  ],
  [
    'groups with a direction of their own',
    'flowchart TB\n  subgraph one\n    direction LR\n    a --> b\n  end\n  b --> c',
    'one',
  ],
  ['states', 'stateDiagram-v2\n  [*] --> Still\n  Still --> Moving : tide\n  Moving --> [*]', 'Moving'],
  ['a sequence', 'sequenceDiagram\n  Moon->>Sea: pulls\n  Sea-->>Coast: rises', 'pulls'],
  ['classes', 'classDiagram\n  Tide <|-- SpringTide\n  Tide : +int height\n  Tide : +rise()', 'SpringTide'],
  ['entities', 'erDiagram\n  HARBOUR ||--o{ TIDE : has\n  TIDE {\n    int height\n  }', 'HARBOUR'],
  [
    'a node that leads to itself, and two edges between the same',
    'graph TD\n  A --> A\n  A --> B\n  A -->|again| B',
    'again',
  ],
])('%s is drawn, with its text', (_name, code, word) => {
  const svg = drawSvg(code);
  expect(svg).toContain('<svg');
  expect(svg).toContain(word);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test('a drawing loads nothing, and its text stays text', () => {
  const svg = drawSvg('graph TD\n  A["<script>alert(1)</script>"] --> B["<img src=https://x.test/a.png>"]');
  expect(svg).not.toMatch(/@import|<script|<img|<foreignObject/i);
  expect(svg).not.toMatch(/\s(?:href|src|on[a-z]+)="|url\((?!#)/i);
});

test.each(['', 'pie title Pets\n  "Dogs" : 3', 'no diagram at all', 'graph TD'])(
  '%j is not drawn, and does no harm',
  (code) => {
    expect(() => drawDiagram(code, COLOURS)).not.toThrow();
  },
);

test('a diagram of more edges or groups than can be laid out in time is not drawn', () => {
  const names = (letter: string, count: number) => Array.from({ length: count }, (_, at) => letter + at).join(' & ');
  expect(drawDiagram(`graph TD\n  ${names('a', 12)} --> ${names('b', 12)}`, COLOURS)).not.toBeNull();
  expect(drawDiagram(`graph TD\n  ${names('a', 40)} --> ${names('b', 40)}`, COLOURS)).toBeNull();
  const groups = (depth: number) => {
    const starts = Array.from({ length: depth }, (_, at) => `subgraph s${at}\n`);
    return `graph TD\n${starts.join('')}a --> b\n${'end\n'.repeat(depth)}`;
  };
  expect(drawDiagram(groups(4), COLOURS)).not.toBeNull();
  expect(drawDiagram(groups(20), COLOURS)).toBeNull();
});

test('other text has no drawing', () => {
  expect(drawDiagram('no diagram at all', COLOURS)).toBeNull();
});

const toBox = ({ x = 0, y = 0, width = 0, height = 0 }: LayoutNode) => ({ x, y, right: x + width, lower: y + height });

test('nodes do not overlap, and edges are orthogonal and end at their nodes', () => {
  const graphs = fc.integer({ min: 1, max: 9 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      direction: fc.constantFrom('DOWN', 'RIGHT', 'UP', 'LEFT'),
      pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 14 }),
    }),
  );
  fc.assert(
    fc.property(graphs, ({ count, direction, pairs }) => {
      const graph = layOut({
        id: 'root',
        layoutOptions: { 'elk.direction': direction, 'elk.padding': '[top=12,left=12,bottom=12,right=12]' },
        children: Array.from({ length: count }, (_, n) => ({ id: `n${n}`, width: 60 + 10 * n, height: 36 })),
        edges: pairs.map(([from, to], index) => ({ id: `e${index}`, sources: [`n${from}`], targets: [`n${to}`] })),
      });
      const boxes = (graph.children ?? []).map(toBox);
      for (const [index, one] of boxes.entries()) {
        expect(
          one.x >= 11.9 && one.y >= 11.9 && one.right <= (graph.width ?? 0) && one.lower <= (graph.height ?? 0),
        ).toBe(true);
        for (const other of boxes.slice(index + 1)) {
          expect(one.right <= other.x || other.right <= one.x || one.lower <= other.y || other.lower <= one.y).toBe(
            true,
          );
        }
      }
      for (const [index, edge] of (graph.edges ?? []).entries()) {
        const [from = 0, to = 0] = pairs[index] ?? [];
        const section = edge.sections?.[0];
        if (!section) throw new Error(`Edge ${index} was not drawn.`);
        if (from === to) continue;
        const way = [section.startPoint, ...section.bendPoints, section.endPoint];
        for (const [place, point] of way.slice(1).entries()) {
          const before = way[place] ?? point;
          expect(Math.min(Math.abs(before.x - point.x), Math.abs(before.y - point.y))).toBeLessThan(1);
        }
        for (const [point, node] of [
          [section.startPoint, from],
          [section.endPoint, to],
        ] as const) {
          const box = boxes[node] ?? { x: 0, y: 0, right: 0, lower: 0 };
          expect(point.x > box.x - 1 && point.x < box.right + 1 && point.y > box.y - 1 && point.y < box.lower + 1).toBe(
            true,
          );
        }
      }
    }),
    { numRuns: 300 },
  );
});
