/** What Markdown can lose of a page: extracted from the page, and from the HTML generated from its Markdown. */
export type Facts = {
  headings: string[];
  items: string[];
  links: string[];
  code: string[];
  tables: Cell[][][];
  words: string[];
};

/**
 * `spanned`: part of a cell that spans several columns or rows, in which repeating the text and omitting it are both
 * correct.
 */
export type Cell = { text: string; spanned: boolean };

/** Letters and digits. Marks and white space are compared by their effect. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Elements in a page's source that are not text. */
const UNREAD =
  'script, style, svg, noscript, template, input, select, textarea, [hidden], [style*="display:none" i], [style*="display: none" i]';
/** MediaWiki's edit links after headings, which the reader omits. */
const WIKI_EDIT = '.mw-editsection';
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
/** Elements beside code: line numbers, buttons. */
const BESIDE_CODE =
  'button, [class*=line-number i], [class*=linenumber i], [class*=lineno i], [style*="user-select: none"], [style*="user-select:none"]';

/** Runs in a page. `isSource`: the elements are rendered, not only parsed. */
export function collectFacts(root: Element, isSource: boolean, base: string): Facts {
  const seen = (element: Element) =>
    !isSource || element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)].filter(seen);
  const readElementText = (element: Element) =>
    isSource && element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
  const dataTables = all('table').filter((table) => !isSource || isData(table as HTMLTableElement));
  const inTable = (element: Element) => dataTables.some((table) => table.contains(element));

  return {
    headings: all(HEADINGS)
      // A heading inside a heading would be counted twice.
      .filter((heading) => !inTable(heading) && !heading.querySelector(HEADINGS))
      .map((heading) => {
        const edit = heading.querySelector<HTMLElement>(WIKI_EDIT);
        const text = edit ? readElementText(heading).replace(readElementText(edit), '') : readElementText(heading);
        return `${heading.localName} ${plain(text.replace(/\s*[¶#§🔗]\s*$/u, ''))}`;
      })
      .filter((heading) => heading.length > 3),
    items: all('li')
      // A list in a cell is written on the cell's line.
      .filter((item) => !inTable(item) && !item.closest('pre'))
      .map((item) => {
        const own = item.cloneNode(true) as Element;
        for (const inner of own.querySelectorAll(`ul, ol, table, pre, ${UNREAD}`)) inner.remove();
        let depth = 0;
        for (
          let list = item.parentElement?.closest('li');
          list && root.contains(list);
          list = list.parentElement?.closest('li')
        )
          depth++;
        return {
          text: plain(own.textContent ?? ''),
          mark: `${depth}${item.parentElement?.localName === 'ol' ? 'ol' : 'ul'}`,
        };
      })
      .filter(({ text }) => text !== '')
      .map(({ text, mark }) => `${mark} ${text}`),
    links: all('a[href]')
      .filter((link) => !link.closest('pre') && !link.closest('sup'))
      .map((link) => ({ text: plain(readElementText(link)), url: normalizeUrl(link.getAttribute('href') ?? '', base) }))
      .filter(({ text, url }) => text !== '' && url !== null)
      .map(({ text, url }) => `${text} ${url}`),
    code: all('pre')
      .filter((code) => !inTable(code) && !code.parentElement?.closest('pre'))
      .map((code) => trimmed(isSource ? readCodeText(code) : readElementText(code)))
      .filter((code) => code !== ''),
    tables: dataTables.map((table) => buildCellGrid(table as HTMLTableElement, isSource, readElementText)),
    words:
      readElementText(root)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
  };
}

function readCodeText(code: HTMLElement): string {
  const beside = [...code.querySelectorAll<HTMLElement>(BESIDE_CODE)];
  const before = beside.map((element) => element.style.display);
  for (const element of beside) element.style.display = 'none';
  const text = code.innerText;
  for (const [at, element] of beside.entries()) element.style.display = before[at] ?? '';
  return isGutter(text) ? '' : text;
}

/** A column of line numbers: 1, 2, 3… */
function isGutter(text: string): boolean {
  const lines = text.trim().split('\n');
  return lines.length > 1 && lines.every((line, at) => Number(line) === Number(lines[0]) + at);
}

function trimmed(code: string): string {
  return code
    .replace(/\u00A0/g, ' ')
    .replace(/[ \t\u200B\r]+$/gm, '')
    .replace(/^\n+|\s+$/g, '');
}

function normalizeUrl(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  if (!/^(?:https?|mailto|tel|ftp):$/.test(url.protocol)) return null;
  for (const name of [...url.searchParams.keys()])
    if (/^(?:utm_|gclid|fbclid|ref_src)/.test(name)) url.searchParams.delete(name);
  return decodeURIComponentSafely(url.href);
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isData(table: HTMLTableElement): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false;
  if (table.querySelector('table, h1, h2, h3, form, article, section') || table.parentElement?.closest('table'))
    return false;
  const rows = [...table.rows];
  if (rows.length < 2 || Math.max(...rows.map((row) => row.cells.length)) < 2) return false;
  if (table.querySelector('th, caption')) return true;
  const lengths = rows.flatMap((row) => [...row.cells]).map((cell) => cell.innerText.trim().length);
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length <= 100;
}

/** Cells on a grid. Leading header rows are joined to one row. */
function buildCellGrid(
  table: HTMLTableElement,
  isSource: boolean,
  readElementText: (element: Element) => string,
): Cell[][] {
  const rows = [...table.rows].filter((row) => !isSource || row.checkVisibility());
  const grid: Cell[][] = rows.map(() => []);
  let headerRows = 0;
  for (const [y, row] of rows.entries()) {
    const isHeader =
      row.parentElement?.localName === 'thead' || [...row.cells].every((cell) => cell.localName === 'th');
    if (isHeader && headerRows === y) headerRows++;
    let x = 0;
    for (const cell of row.cells) {
      while (grid[y]?.[x]) x++;
      const high = cell.rowSpan === 0 ? rows.length : cell.rowSpan;
      for (let dy = 0; dy < high && grid[y + dy]; dy++) {
        for (let dx = 0; dx < cell.colSpan; dx++) {
          const line = grid[y + dy];
          if (line) line[x + dx] = { text: plain(readElementText(cell)), spanned: dx > 0 || dy > 0 };
        }
      }
      x += cell.colSpan;
    }
  }
  const width = Math.max(...grid.map((row) => row.length));
  const full = grid.map((row) => Array.from({ length: width }, (_, x) => row[x] ?? { text: '', spanned: true }));
  const header = Array.from({ length: width }, (_, x) => {
    const texts = full.slice(0, headerRows).map((row) => row[x]?.text ?? '');
    return { text: texts.filter((text, y) => text !== texts[y - 1]).join(''), spanned: false };
  });
  const body = full.slice(headerRows).filter((row) => row.some((cell) => cell.text !== ''));
  return headerRows === 0 ? body : [header, ...body];
}
