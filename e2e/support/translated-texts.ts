import type { Page } from 'puppeteer-core';
import { readCatalogue } from '../../scripts/locales/catalogue.ts';

type Message = { key: string; pattern: string; isWhole: boolean };

/**
 * Minimum number of letters in a message with placeholders. A message with fewer, such as “$number$ of $count$”, would
 * match many other texts.
 */
const MIN_LETTERS = 8;

/**
 * The English messages as patterns of a whole text: first those without placeholders, then those with the most text.
 */
const english: Message[] = Object.entries(readCatalogue('en'))
  .filter(([, { message, placeholders }]) => {
    const letters = message.replace(/\$\w+\$|\P{L}/gu, '').length;
    return letters >= (placeholders === undefined ? 2 : MIN_LETTERS);
  })
  .map(([key, { message, placeholders }]) => ({
    key,
    pattern: buildPattern(message),
    isWhole: placeholders === undefined,
  }))
  .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.pattern.length - a.pattern.length);

function buildPattern(message: string): string {
  const literal = message.replace(/[.*+?^{}()|[\]\\]/g, '\\$&');
  const seen = new Set<string>();
  const pattern = literal.replace(/\$(\w+)\$/g, (_, name: string) => {
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>[^]*?)`;
  });
  return `^${pattern}$`;
}

/**
 * Replaces the texts of an English page with those of another language, without changing its state: each text that is
 * an English message becomes that of the catalogue, including placeholders of fields. Returns how many were replaced.
 * Texts that a component combines from several elements stay English.
 */
export async function showIn(page: Page, locale: string): Promise<number> {
  const catalogue = readCatalogue(locale);
  const messages = english.map(({ key, pattern }) => {
    const entry = catalogue[key] ?? catalogue[key.replace(/_\w+$/, '_other')];
    return { pattern, message: entry?.message ?? '' };
  });
  return page.evaluate(translateInPlace, messages, locale.replace('_', '-'), locale === 'ar' ? 'rtl' : 'ltr');
}

/** The messages of the English catalogue that occur in a page, by key, including those only for screen readers. */
export async function shownMessages(page: Page): Promise<Record<string, string>> {
  const texts = await page.evaluate(() => {
    const shown = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      shown.add(node.textContent?.trim() ?? '');
    }
    for (const field of document.querySelectorAll('[placeholder]')) shown.add(field.getAttribute('placeholder') ?? '');
    return [...shown];
  });
  const catalogue = readCatalogue('en');
  const keys = texts.flatMap((text) => english.find(({ pattern }) => new RegExp(pattern, 'u').test(text))?.key ?? []);
  return Object.fromEntries([...new Set(keys)].toSorted().map((key) => [key, catalogue[key]?.message ?? '']));
}

/** Restores the English texts. */
export async function showInEnglish(page: Page): Promise<void> {
  await page.evaluate(() => {
    const scope = globalThis as { takeBack?: (() => void)[] };
    for (const takeBack of scope.takeBack ?? []) takeBack();
    scope.takeBack = [];
  });
}

/** Runs in the page. */
function translateInPlace(messages: { pattern: string; message: string }[], lang: string, dir: string): number {
  const patterns = messages.map(({ pattern, message }) => ({ pattern: new RegExp(pattern, 'u'), message }));
  const known = new Map<string, string | null>();
  const translate = (text: string): string | null => {
    const before = known.get(text);
    if (before !== undefined) return before;
    let result: string | null = null;
    for (const { pattern, message } of patterns) {
      const values = pattern.exec(text);
      if (values === null) continue;
      result = message.replace(/\$(\w+)\$/g, (_, name: string) => values.groups?.[name] ?? '');
      break;
    }
    known.set(text, result);
    return result;
  };
  // The text of the model and of pages is not a message, except on the buttons inside it.
  const isOfOthers = (element: Element | null) =>
    Boolean(element?.closest('.bubble, .thread-title, .queue, pre, code, textarea')) ||
    (Boolean(element?.closest('.markdown')) && !element?.closest('button, .whole-address'));
  const takeBack: (() => void)[] = [];
  (globalThis as { takeBack?: (() => void)[] }).takeBack = takeBack;
  const html = document.documentElement;
  const old = { lang: html.lang, dir: html.dir };
  Object.assign(html, { lang, dir });
  takeBack.push(() => Object.assign(html, old));
  let count = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    const translated = text.trim() === '' ? null : translate(text.trim());
    const changed = node;
    if (translated === null || isOfOthers(node.parentElement)) continue;
    changed.nodeValue = text.replace(text.trim(), () => translated);
    changed.parentElement?.setAttribute('data-translated', '');
    takeBack.push(() => {
      changed.nodeValue = text;
      changed.parentElement?.removeAttribute('data-translated');
    });
    count++;
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('[placeholder]')) {
    const text = field.placeholder;
    const translated = translate(text);
    if (translated === null) continue;
    field.placeholder = translated;
    takeBack.push(() => {
      field.placeholder = text;
    });
    count++;
  }
  return count;
}

/**
 * Runs in a page after `showIn`. Returns messages that do not fit: they leave the window, are cut off without an
 * ellipsis, or make a button of more than two lines.
 */
export function unfitTexts(): string[] {
  const MAX_LINES = 2;
  const faults: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('[data-translated]')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('.visually-hidden, section.data-table td, section.data-table th, option')) continue;
    const report = (what: string) =>
      faults.push(`${what}: ${element.tagName} .${element.className} “${element.textContent}”`);
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    let clipping: HTMLElement | null = element;
    while (clipping !== null && getComputedStyle(clipping).overflowX === 'visible') clipping = clipping.parentElement;
    const { textOverflow } = getComputedStyle(clipping ?? document.documentElement);
    const edges = clipping?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, 0);
    const isOut = right > edges.right + 1 || left < edges.left - 1;
    if (isOut && textOverflow !== 'ellipsis') report('is cut off');
    if (element.closest('button, a.button') !== null && !element.closest('[role="option"], .thread-open')) {
      // Measures only the text, not the whole element, whose icon is slightly lower.
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const rects = texts.flatMap((node) => {
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      });
      const lines = new Set(rects.map(({ bottom }) => Math.round(bottom)));
      if (lines.size > MAX_LINES) report(`has ${lines.size} lines`);
    }
  }
  return [...new Set(faults)];
}
