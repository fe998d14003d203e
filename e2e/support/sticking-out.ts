/** For a page: buttons and texts that stick out of the window to a side, unless they lie in something that scrolls. */
export function stickingOut(): string[] {
  const isOut = ({ left, right }: DOMRect) => right > innerWidth + 1 || left < -1;
  return [...document.querySelectorAll('button, p, h1, h2, label, select, input, a')]
    .filter((element) => !element.closest('section.data-table, .visually-hidden'))
    .filter((element) => isOut(element.getBoundingClientRect()))
    .map((element) => element.textContent ?? '');
}
