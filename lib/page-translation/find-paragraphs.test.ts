// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { findParagraphs } from './find-paragraphs.ts';
import { placeTranslation, taggedText } from './tagged-text.ts';

/** The browsers' default styles, unless a `style` attribute says otherwise. */
function getDisplay(element: Element): string {
  const set = /display:\s*([\w-]+)/.exec(element.getAttribute('style') ?? '')?.[1];
  if (set !== undefined) return set;
  return /^(?:a|b|i|em|strong|span|code|kbd|img|br|input|svg|label|sup|textarea)$/.test(element.localName)
    ? 'inline'
    : element.localName === 'button'
      ? 'inline-block'
      : 'block';
}

function paragraphs(html: string, target = 'de') {
  document.body.innerHTML = html;
  return [...findParagraphs(document.body, target, getDisplay)].filter((each) => each !== null);
}

const texts = (html: string, target?: string) => paragraphs(html, target).map((each) => taggedText(each)?.text ?? null);

test('each block is a paragraph, with its inline elements as numbered tags', () => {
  expect(
    texts(
      '<h1>The sea</h1><p>Read <a href="/x">the <b>big</b> book</a> now.</p><ul><li>One tide<ul><li>Low tide</li></ul></li></ul>',
    ),
  ).toEqual(['The sea', 'Read <1>the <2>big</2> book</1> now.', 'One tide', 'Low tide']);
});

test('a single text has no tags, and white space becomes one space', () => {
  expect(texts('<p>\n  <b><a href="/x">Only\n  this</a></b> <img src="x"></p>')).toEqual(['Only this']);
});

test('code and fields inside a sentence are tags, and are not translated themselves', () => {
  expect(
    texts('<p>Run <code>npm start</code> or type <input value="secret"> here<br>or there</p><pre>let words</pre>'),
  ).toEqual(['Run <1/> or type <2/> here<3/>or there']);
});

test('two line breaks separate paragraphs', () => {
  expect(texts('<div>First verse<br>goes on<br> <br>Second verse</div>')).toEqual([
    'First verse<1/>goes on',
    'Second verse',
  ]);
});

test.each([
  ['scripts and styles', '<script>let words = 1</script><style>p { color: red }</style>'],
  ['editable text', '<div contenteditable><p>My draft</p></div><textarea>My words</textarea>'],
  [
    'what a page does not want to be translated',
    '<p translate="no">Brand name</p><p class="x notranslate">Brand name</p>',
  ],
  ['text in the target language', '<p lang="de-AT">Das Meer</p>'],
  ['numbers and signs', '<p>12:30</p><p>→ 5 %</p>'],
])('omits %s', (_what, html) => {
  expect(texts(html)).toEqual([]);
});

test('the language of the whole document does not count, because templates are often wrong', () => {
  document.documentElement.lang = 'de';
  expect(texts('<p>The sea</p>')).toEqual(['The sea']);
  document.documentElement.removeAttribute('lang');
});

test('blocks inside inline elements, buttons and shadow trees are separate paragraphs', () => {
  expect(
    texts('<a href="/x"><div>Card title</div><div>Card text</div></a><p>Press <button>Send it</button> now</p>'),
  ).toEqual(['Card title', 'Card text', 'Send it', 'Press <1/> now']);
  document.body.innerHTML = '<x-card></x-card>';
  document.querySelector('x-card')?.attachShadow({ mode: 'open' }).append('Inside text');
  const found = [...findParagraphs(document.body, 'de', getDisplay)].filter((each) => each !== null);
  expect(found.map((each) => taggedText(each)?.text)).toEqual(['Inside text']);
});

test('a form whose fields are named like properties of elements is read like any other', () => {
  expect(
    texts('<form><p>Your name</p><input name="childNodes"><input name="shadowRoot"><input name="localName"></form>'),
  ).toEqual(['Your name']);
});

/** The HTML after a translation was inserted. Null if the translation does not fit. */
function placed(html: string, translation: string): string | null {
  const [paragraph] = paragraphs(html);
  const tagged = paragraph && taggedText(paragraph);
  const result = tagged ? placeTranslation(tagged, translation) : null;
  for (const [node, text] of result ?? []) node.data = text;
  return result === null ? null : document.body.innerHTML;
}

test('a translation is written to the text nodes, so that links and bold words keep their place', () => {
  expect(
    placed('<p>\n  Read <a href="/x">the <b>big</b> book</a> now.\n</p>', 'Lies jetzt <1>das <2>große</2> Buch</1>.'),
  ).toBe('<p>\n  Lies jetzt <a href="/x">das <b>große</b> Buch</a>.\n</p>');
  expect(placed('<p>Run <code>npm start</code> now</p>', 'Führe jetzt < 1 / > aus')).toBe(
    '<p>Führe jetzt <code>npm start</code> aus</p>',
  );
});

test('words in places where the page has no text node are added to the next one', () => {
  expect(placed('<p><a href="/x">Moon</a> rises <b>now</b></p>', 'Der <1>Mond</1> geht <2>jetzt</2> auf')).toBe(
    '<p><a href="/x">Der Mond</a> geht <b>jetzt auf</b></p>',
  );
});

test.each([
  ['a tag is missing', 'Lies das Buch jetzt.'],
  ['tags are in another order', '</1>Lies <1>das Buch jetzt.'],
  ['there is a tag too many', 'Lies <1>das Buch</1> <2>jetzt</2>.'],
  ['a tag comes twice', 'Lies <1>das</1> <1>Buch</1> jetzt.'],
  ['nothing is left', ' <1></1> '],
])('a translation is not put in place if %s', (_what, translation) => {
  expect(placed('<p>Read <a href="/x">the book</a> now.</p>', translation)).toBeNull();
});

test('HTML in a translation is text', () => {
  const result = placed(
    '<p>Read <a href="/x">the book</a> now.</p>',
    '<img src=x onerror=alert(1)> <1>Buch</1> <script>',
  );
  expect(document.querySelectorAll('img, script')).toHaveLength(0);
  expect(result).toBe('<p>&lt;img src=x onerror=alert(1)&gt; <a href="/x">Buch</a> &lt;script&gt;</p>');
});

test('characters that reorder or hide text are removed from a translation', () => {
  expect(placed('<p>Read this</p>', 'Lies \u202edas\u200b hier')).toBe('<p>Lies das hier</p>');
});

test('a page that has written such tags itself is translated text by text', () => {
  expect(texts('<p>Write &lt;1&gt; <b>before it</b></p>')).toEqual([null]);
});
