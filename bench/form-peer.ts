import { PageController } from '@page-agent/page-controller';

/** What `@page-agent/page-controller` does to an element, which it selects by the number it gives it. Each may throw. */
const pageAgent = {
  click: (element: Element) => act(element, (controller, index) => controller.clickElement(index)),
  type: (element: Element, text: string) => act(element, (controller, index) => controller.inputText(index, text)),
  select: (element: Element, option: string) =>
    act(element, (controller, index) => controller.selectOption(index, option)),
};

async function act(
  element: Element,
  action: (controller: PageController, index: number) => Promise<{ success: boolean; message: string }>,
): Promise<void> {
  const controller = new PageController({ viewportExpansion: -1 });
  await controller.updateTree();
  const { success, message } = await action(controller, findIndex(controller, element));
  await controller.cleanUpHighlights();
  if (!success) throw new Error(message);
}

/** The number of the element, else of the closest element around it or in it that has one. */
function findIndex({ selectorMap }: PageController, element: Element): number {
  const numbered = [...selectorMap].map(([index, { ref }]) => ({ index, ref }));
  const found =
    numbered.find(({ ref }) => ref === element) ??
    numbered.findLast(({ ref }) => ref.contains(element)) ??
    numbered.find(({ ref }) => element.contains(ref));
  if (found === undefined) throw new Error('The element has no number.');
  return found.index;
}

export type PageAgent = typeof pageAgent;

(globalThis as unknown as { pageAgent: PageAgent }).pageAgent = pageAgent;
