import { expect, test, vi } from 'vitest';
import { readVisibleMarkdown } from '../../testing/page-reader/visible-markdown.ts';

// @vitest-environment happy-dom

test.each([
  ['a cell', '<table><tr><td></td><td>1</td></tr><tr><td>2</td><td>3</td></tr></table>', '|  | 1 |'],
  [
    'a cell by its role',
    '<div role="grid"><div role="row"><div role="gridcell"></div><div role="gridcell">1</div></div>' +
      '<div role="row"><div role="gridcell">2</div><div role="gridcell">3</div></div></div>',
    '|  | 1 |',
  ],
  ['a button of a toolbar', '<div role="toolbar"><button aria-label="Archive"></button></div>', '[button: Archive]'],
  [
    'what a control opens',
    '<button aria-expanded="false" aria-controls="more">More</button><div id="more" style="display: none"></div>',
    '(collapsed: More)',
  ],
  ['a formula not drawn yet', '<span class="MathJax"></span><script type="math/tex">x^2</script>', '$x^2$'],
])('%s is read although it is empty', (_, html, expected) => {
  expect(readVisibleMarkdown(html)).toContain(expected);
});

test.each([
  [
    'embedded',
    '<embed type="application/pdf" src="/files/bill.pdf" title="Your bill">',
    '[Your bill](https://page.test/files/bill.pdf)',
  ],
  [
    'an object',
    '<object data="bill.PDF#page=2">Your browser shows no PDFs.</object>',
    '[bill.PDF](https://page.test/bill.PDF#page=2)',
  ],
  [
    'an object by its type',
    '<object type="application/pdf" data="/show?id=7"></object>',
    '[show](https://page.test/show?id=7)',
  ],
])('a PDF in the page, %s, is read as a link', (_, html, expected) => {
  document.head.innerHTML = '<base href="https://page.test/">';
  expect(readVisibleMarkdown(`<p>Here it is:</p>${html}<p>Pay soon.</p>`)).toBe(
    `Here it is:\n\n${expected}\n\nPay soon.`,
  );
  document.head.innerHTML = '';
});

test.each([
  ['application/pdf', '[show](https://page.test/show?id=7)'],
  ['image/png', ''],
])('a frame whose document is %s is read as %s', (contentType, expected) => {
  document.head.innerHTML = '<base href="https://page.test/">';
  // Unlike an `iframe`, it is not loaded.
  const frame = document.createElement('frame');
  frame.setAttribute('src', '/show?id=7');
  const framed = document.implementation.createHTMLDocument();
  Object.defineProperties(framed, { contentType: { value: contentType }, defaultView: { value: window } });
  Object.defineProperty(frame, 'contentDocument', { value: framed });
  document.body.replaceChildren(frame);
  expect(readVisibleMarkdown()).toBe(expected);
  document.head.innerHTML = '';
});

test('other embedded content is omitted', () => {
  const html =
    '<p>One</p><embed src="film.swf"><object data="about:blank.pdf"></object><object data="a.svg">A</object>';
  expect(readVisibleMarkdown(html)).toBe('One');
});

test('an empty element with a shadow tree is read', () => {
  document.body.innerHTML = '<div></div>';
  document.querySelector('div')?.attachShadow({ mode: 'open' }).append('In the shadow');
  expect(readVisibleMarkdown()).toBe('In the shadow');
});

test('the style of icons and spacers is not queried', () => {
  const getComputedStyle = vi.spyOn(window, 'getComputedStyle');
  const html = '<p>One<i class="icon"></i><span></span></p><svg><path d="M0 0"></path></svg><div class="spacer"></div>';
  expect(readVisibleMarkdown(html)).toBe('One');
  const asked = getComputedStyle.mock.calls.map(([element]) => element.localName);
  expect(asked).toContain('p');
  expect(asked.filter((name) => /^(?:i|span|svg|div)$/.test(name))).toEqual([]);
  getComputedStyle.mockRestore();
});

// @vitest-environment happy-dom

const question = '<p>We use cookies to serve personalised ads.</p><button>Accept</button>';

test('omits cookie consent banners', () => {
  expect(readVisibleMarkdown(`<main><p>Page</p></main><div class="cookie-consent">${question}</div>`)).toBe('Page');
  expect(readVisibleMarkdown(`<p>Page</p><div style="position:fixed" class="x">${question}</div>`)).toBe('Page');
  expect(readVisibleMarkdown(`<p>Page</p><div role="dialog">${question}</div>`)).toBe('Page');
});

test.each([
  [
    'the root of an application',
    `<div style="position: fixed"><b>Ana</b><p>The site has cookies, ok?</p><button>OK</button></div>`,
  ],
  ['a column of a recipe', '<p>Page</p><div style="position: sticky"><p>24 cookies</p><button>OK</button></div>'],
  ['a sticky heading', '<p>Page</p><h2 style="position: sticky">Cookies we allow on this site</h2>'],
  [
    'a section of documentation',
    '<div><h1>Page</h1><section id="cookies"><p>Cookies of a site</p><button>OK</button></section></div>',
  ],
  [
    'a consent form',
    '<div><h1>Page</h1><div class="consent-form"><p>Consent to the study</p><button>I agree</button></div></div>',
  ],
  [
    'the consent of a patient in a dialog',
    '<p>Page</p><div class="consent-modal" role="dialog"><p>Acepto la anestesia y doy mi consentimiento.</p><button>Aceptar</button></div>',
  ],
  ['a form to sign', '<p>Page</p><div class="consent"><p>Consent</p><input name="name"><button>I agree</button></div>'],
  ['a post', '<p>Page</p><div class="category-cookies"><h1>Cookies</h1><a>Allow comments</a></div>'],
  ['an offer', '<p>Page</p><div role="dialog"><p>Tea and cookies.</p><button>Accept</button></div>'],
  ['a menu', '<p>Page</p><div style="position: fixed"><p>Lamps</p><a>Cookie settings of this site</a> <a>OK</a></div>'],
])('keeps %s that speaks of cookies or consent', (_, html) => {
  const all = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('p, h1, h2')];
  for (const { textContent } of all) expect(readVisibleMarkdown(html)).toContain(textContent);
});

test('omits an unstyled banner in a separate box, in another language', () => {
  const banner = '<p>Wir verwenden Cookies, um Daten zu erheben.</p><a role="button">Ablehnen</a>';
  expect(readVisibleMarkdown(`<p>Seite</p><div><div id="cookie-hinweis">${banner}</div></div>`)).toBe('Seite');
});

test.each([
  ['Wir verwenden Cookies, um die Nutzung dieser Seite zu messen.', 'Nur notwendige', 'Alle annehmen'],
  ['हम इस साइट के उपयोग को मापने के लिए कुकी का उपयोग करते हैं।', 'केवल आवश्यक', 'सब स्वीकार करें'],
  ['نستخدم ملفات تعريف الارتباط لقياس استخدام الموقع.', 'الضرورية فقط', 'قبول الكل'],
  ['Usamos cookies para medir el uso de este sitio.', 'Solo necesarias', 'Aceptar todo'],
])('omits a banner without a name over the page: %s', (text, ...answers) => {
  const buttons = answers.map((answer) => `<button>${answer}</button>`).join('');
  const banner = `<div style="position: fixed"><p>${text}</p>${buttons}</div>`;
  expect(readVisibleMarkdown(`<main><p>Page</p></main>${banner}`)).toBe('Page');
});

test('omits a banner over the page that is named after cookies in any language, and no form', () => {
  const banner = (content: string) =>
    `<main><p>Page</p></main><div style="position: fixed" role="region" aria-label="cookie"><p>Úsáidimid fianáin ar an suíomh seo.</p>${content}</div>`;
  expect(readVisibleMarkdown(banner('<button>Glac</button><button>Diúltaigh</button>'))).toBe('Page');
  expect(readVisibleMarkdown(banner('<button>Glac</button>'))).toContain('suíomh');
  expect(readVisibleMarkdown(banner('<input name="q"><button>Glac</button><button>Eile</button>'))).toContain('suíomh');
});

test('keeps pages about cookies, and other dialogs', () => {
  expect(readVisibleMarkdown('<article><p>How to accept cookies in recipes</p></article>')).toBe(
    'How to accept cookies in recipes',
  );
  expect(readVisibleMarkdown('<div role="dialog"><p>Delete the file?</p><button>OK</button></div>')).toBe(
    'Delete the file?\n\nOK',
  );
});
