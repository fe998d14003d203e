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
 * Replaces `elkjs` (half a megabyte compressed), which beautiful-mermaid uses for layout. Implements only the interface
 * that it calls (`elk-instance.ts` of beautiful-mermaid 1.1.3).
 */
export default class ElkStandIn {
  readonly worker = { worker: new LayoutWorker() };
}
