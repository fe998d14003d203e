import { getTextContent } from './dom.ts';

const LANGUAGE_CLASS = /(?:^|\s)(?:language|lang|highlight-source|brush:|hljs)[-\s]?([a-z][\w+#-]*)(?:\s|$)/i;
const NOT_LANGUAGES = new Set(['none', 'plain', 'plaintext', 'text', 'nohighlight', 'copy']);

/** The programming language an element declares for its code, or ''. */
export function detectCodeLanguage(element: Element): string {
  const near = [element, element.firstElementChild, element.parentElement, element.parentElement?.parentElement];
  for (const candidate of near) {
    if (!candidate) continue;
    const declaredLanguage = candidate.getAttribute('data-lang') ?? candidate.getAttribute('data-language');
    const language = (
      declaredLanguage ??
      LANGUAGE_CLASS.exec(candidate.getAttribute('class') ?? '')?.[1] ??
      ''
    ).toLowerCase();
    if (/^[a-z][\w+#-]*$/.test(language)) return NOT_LANGUAGES.has(language) ? '' : language;
  }
  return '';
}

/** Code in a fence longer than any fence inside it, or '' if there is no code. */
export function codeBlock(code: string, language: string): string {
  const text = code
    .replace(/\u00A0/g, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/^\n+/, '')
    .trimEnd();
  if (text === '' || isGutter(text)) return '';
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const delimiter = '`'.repeat(longest + 1);
  return `${delimiter}${language}\n${text}\n${delimiter}`;
}

/** Whether the text is a column of line numbers: 1, 2, 3… */
function isGutter(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.length > 1 && lines.every((line, index) => Number(line) === Number(lines[0]) + index);
}

/** Maximum length of a text in UTF-16 units. The rest of a longer document is not read. */
export const MAX_SOURCE_LENGTH = 1_000_000;

/** The source of a document that is not a web page (JSON, XML, text), truncated if too long; null for web pages. */
export function plainSource(document: Document): string | null {
  const { contentType } = document;
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(contentType)) return null;
  if (/xml$/.test(contentType)) return xmlSource(document);
  if (!/^text\/|json$|javascript$/.test(contentType)) return null;
  const sourceElement = document.querySelector('pre') ?? document.documentElement;
  return sourceElement ? cut(getTextContent(sourceElement)) : null;
}

/** Chrome shows XML without a style sheet in a viewer, with the source in a separate element. */
function xmlSource(document: Document): string | null {
  const root = document.getElementById('webkit-xml-viewer-source-xml')?.firstElementChild ?? document.documentElement;
  if (!root || root.namespaceURI === 'http://www.w3.org/1999/xhtml') return null;
  return cut(new XMLSerializer().serializeToString(root));
}

/** Keeps one character more than the limit, so that the text is still recognized as too long. */
function cut(source: string): string {
  return source.slice(0, MAX_SOURCE_LENGTH + 1);
}
