/** Runs in a page: buttons and texts that overflow the window horizontally, unless they are in a scroller. */
export function stickingOut(): string[] {
  const isOut = ({ left, right }: DOMRect) => right > innerWidth + 1 || left < -1;
  return [...document.querySelectorAll('button, p, h1, h2, label, select, input, a')]
    .filter((element) => !element.closest('section.data-table, .visually-hidden'))
    .filter((element) => isOut(element.getBoundingClientRect()))
    .map((element) => element.textContent || (element.getAttribute('aria-label') ?? element.className));
}
