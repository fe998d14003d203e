import { Graph, layout } from '@dagrejs/dagre';

type Point = { x: number; y: number };
type Box = Point & { width: number; height: number };
type Label = Partial<Box> & { text: string };
type LayoutEdge = {
  id: string;
  sources: string[];
  targets: string[];
  labels?: Label[];
  sections?: { startPoint: Point; endPoint: Point; bendPoints: Point[] }[];
};
/** A graph in ELK's format. Positions are those of the upper left corner, relative to the parent. */
export type LayoutNode = Partial<Box> & {
  id: string;
  layoutOptions?: Record<string, string>;
  children?: LayoutNode[];
  edges?: LayoutEdge[];
  ports?: { id: string }[];
};

const RANKDIR: Record<string, string> = { DOWN: 'TB', UP: 'BT', RIGHT: 'LR', LEFT: 'RL' };

/** The padding in a group, with its name at the top, in CSS pixels of the drawing. */
const GROUP = { top: 44, side: 16 };

/** The minimum distance of an edge from a corner of its node. */
const CORNER = 8;

/**
 * The maximum number of nodes and edges, each counted once more for each group around it. The time of the layout grows
 * faster than the square of this number, and one line of Mermaid can define thousands of edges: `a & b & … --> c & d &
 * …`.
 */
const MAX_PARTS = 600;
const MAX_DEPTH = 10;

function countParts(container: LayoutNode, depth = 1): number {
  const { children = [], edges = [] } = container;
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  return children.reduce((sum, child) => sum + countParts(child, depth + 1), depth * (children.length + edges.length));
}

/** Places the nodes of a graph in layers, with groups around their nodes and orthogonal edges. Modifies `graph`. */
export function layOut(graph: LayoutNode): LayoutNode {
  if (countParts(graph) > MAX_PARTS) throw new RangeError('Too many parts.');
  const { layoutOptions = {} } = graph;
  const isAcross = /RIGHT|LEFT/.test(layoutOptions['elk.direction'] ?? 'DOWN');
  const hasGroups = (graph.children ?? []).some(isGroup);
  const spacing = (option: string, room: number) => Number(layoutOptions[option] ?? 40) + (hasGroups ? room : 0);
  const layered = new Graph({ compound: true, multigraph: true });
  layered.setGraph({
    rankdir: RANKDIR[layoutOptions['elk.direction'] ?? 'DOWN'] ?? 'TB',
    nodesep: spacing('elk.spacing.nodeNode', isAcross ? GROUP.top : GROUP.side),
    ranksep: spacing('elk.layered.spacing.nodeNodeBetweenLayers', isAcross ? GROUP.side : GROUP.top),
  });
  layered.setDefaultEdgeLabel(() => ({}));

  const ends = mapEdgeEnds(graph);
  for (const { node, parent } of nodesIn(graph)) {
    layered.setNode(node.id, { width: node.width ?? 0, height: node.height ?? 0 });
    if (parent !== graph) layered.setParent(node.id, parent.id);
  }
  for (const { edge } of edgesIn(graph)) {
    const [source, target] = [ends.get(edge.sources[0] ?? ''), ends.get(edge.targets[0] ?? '')];
    const [label] = edge.labels ?? [];
    if (source === undefined || target === undefined || edge.id.endsWith(INNER)) continue;
    layered.setEdge(source, target, { width: label?.width ?? 0, height: label?.height ?? 0, labelpos: 'c' }, edge.id);
  }
  layout(layered);

  const boxes = measureBoxes(graph, layered);
  const routes = new Map<string, { points: Point[]; middle: Point }>();
  for (const name of layered.edges()) {
    const { points = [], x = 0, y = 0 } = layered.edge(name);
    const [from, to] = [boxes.get(name.v), boxes.get(name.w)];
    const route = from && to && name.v !== name.w ? rightAngled(points, from, to, isAcross) : points;
    routes.set(name.name ?? '', { points: route, middle: { x, y } });
  }
  place(graph, boxes, routes);
  return graph;
}

/** Prefix of the edges between a group's port and a node inside it. */
const INNER = '_internal';

function isGroup({ children }: LayoutNode): boolean {
  return children !== undefined && children.length > 0;
}

function* nodesIn(parent: LayoutNode): Generator<{ node: LayoutNode; parent: LayoutNode }> {
  for (const node of parent.children ?? []) {
    yield { node, parent };
    yield* nodesIn(node);
  }
}

function* edgesIn(container: LayoutNode): Generator<{ edge: LayoutEdge; container: LayoutNode }> {
  for (const edge of container.edges ?? []) yield { edge, container };
  for (const child of container.children ?? []) yield* edgesIn(child);
}

/** Maps each end of an edge to a node: itself, the first one in a group, or the one that a group's port leads to. */
function mapEdgeEnds(graph: LayoutNode): Map<string, string> {
  const ends = new Map<string, string>();
  for (const { node } of nodesIn(graph)) {
    let leaf = node;
    while (isGroup(leaf)) leaf = leaf.children?.[0] ?? leaf;
    ends.set(node.id, leaf.id);
  }
  for (const { edge } of edgesIn(graph)) {
    const [source = '', target = ''] = [edge.sources[0], edge.targets[0]];
    if (!edge.id.endsWith(INNER)) continue;
    if (ends.has(target)) ends.set(source, ends.get(target) ?? '');
    else ends.set(target, ends.get(source) ?? '');
  }
  return ends;
}

/** Returns the boxes of all nodes in absolute coordinates. The boxes of groups enclose their content. */
function measureBoxes(graph: LayoutNode, layered: Graph): Map<string, Box> {
  const boxes = new Map<string, Box>();
  const measure = (node: LayoutNode): Box => {
    const { x = 0, y = 0, width = 0, height = 0 } = layered.node(node.id);
    const own = { x: x - width / 2, y: y - height / 2, width, height };
    const box = isGroup(node) ? around((node.children ?? []).map(measure), GROUP.top, GROUP.side) : own;
    boxes.set(node.id, box);
    return box;
  };
  for (const node of graph.children ?? []) measure(node);
  return boxes;
}

function around(boxes: readonly Box[], top: number, side: number): Box {
  const left = Math.min(...boxes.map(({ x }) => x)) - side;
  const upper = Math.min(...boxes.map(({ y }) => y)) - top;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + side;
  const lower = Math.max(...boxes.map(({ y, height }) => y + height)) + side;
  return { x: left, y: upper, width: right - left, height: lower - upper };
}

/** Sets positions as ELK would: relative to the parent, with the requested padding. */
function place(
  graph: LayoutNode,
  boxes: ReadonlyMap<string, Box>,
  routes: ReadonlyMap<string, { points: Point[]; middle: Point }>,
): void {
  const padding = Number(/top=(\d+)/.exec(graph.layoutOptions?.['elk.padding'] ?? '')?.[1] ?? 0);
  const corners = [...routes.values()].flatMap(({ points }) => points.map((at) => ({ ...at, width: 0, height: 0 })));
  const whole = around([...boxes.values(), ...corners], padding, padding);
  boxes = new Map(boxes).set(graph.id, whole);
  const within = (container: LayoutNode) => {
    const { x, y } = boxes.get(container.id) ?? whole;
    return (point: Point) => ({ x: point.x - x, y: point.y - y });
  };
  for (const { node, parent } of nodesIn(graph)) {
    const box = boxes.get(node.id);
    if (box) Object.assign(node, box, within(parent)(box));
  }
  for (const { edge, container } of edgesIn(graph)) {
    const route = routes.get(edge.id);
    const points = (route?.points ?? []).map(within(container));
    const [startPoint, endPoint] = [points[0], points.at(-1)];
    if (!route || !startPoint || !endPoint) continue;
    edge.sections = [{ startPoint, endPoint, bendPoints: points.slice(1, -1) }];
    for (const label of edge.labels ?? []) {
      const middle = within(container)(route.middle);
      Object.assign(label, { x: middle.x - (label.width ?? 0) / 2, y: middle.y - (label.height ?? 0) / 2 });
    }
  }
  Object.assign(graph, { x: 0, y: 0, width: whole.width, height: whole.height });
}

/** Returns the orthogonal path of an edge. It leaves and enters on the sides of the layers and turns half-way. */
function rightAngled(points: readonly Point[], from: Box, to: Box, isAcross: boolean): Point[] {
  const turned = isAcross ? points.map(swap) : points;
  const [start, end] = isAcross ? [swapBox(from), swapBox(to)] : [from, to];
  const inner = turned.slice(1, -1);
  const first = inner[0] ?? computeCenter(end);
  const last = inner.at(-1) ?? computeCenter(start);
  const way = [leaving(start, first), ...inner, leaving(end, last)];
  const angled = way.flatMap((point, index): Point[] => {
    const before = way[index - 1];
    if (before === undefined || Math.abs(before.x - point.x) < 1 || Math.abs(before.y - point.y) < 1) return [point];
    const half = (before.y + point.y) / 2;
    return [{ x: before.x, y: half }, { x: point.x, y: half }, point];
  });
  return isAcross ? angled.map(swap) : angled;
}

/** Returns the point where an edge towards `next` leaves a box, above or below. */
function leaving({ x, y, width, height }: Box, next: Point): Point {
  const near = Math.min(Math.max(next.x, x + CORNER), x + width - CORNER);
  return { x: near, y: next.y < y + height / 2 ? y : y + height };
}

function computeCenter({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function swap({ x, y }: Point): Point {
  return { x: y, y: x };
}

function swapBox({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}
