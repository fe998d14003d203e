import { type LayoutNode, layOut } from './layered-layout.ts';

type Answer = { data: { data?: LayoutNode; error?: unknown } };
type Request = { data: { graph: LayoutNode } };

class LayoutWorker {
  onmessage: (answer: Answer) => void = () => undefined;
  readonly dispatcher = {
    saveDispatch: ({ data }: Request) => this.onmessage({ data: { data: layOut(data.graph) } }),
  };
}

/**
 * Stands in for `elkjs`, which beautiful-mermaid would lay its diagrams out with: half a megabyte compressed for what a few kilobytes do.
 * Only the way in which it asks for a layout is here (`elk-instance.ts` of beautiful-mermaid 1.1.3).
 */
export default class ElkStandIn {
  readonly worker = { worker: new LayoutWorker() };
}
