// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findSensitiveFields } from './sensitive-fields.ts';

/** A same-origin frame with a separate document. */
function addFrame(to: Document): Document {
  const frame = to.createElement('iframe');
  const inner = document.implementation.createHTMLDocument('');
  Object.defineProperty(frame, 'contentDocument', { value: inner });
  to.body.append(frame);
  return inner;
}

beforeEach(() => {
  // happy-dom does not load frames, and reports that each time.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  document.body.innerHTML = '';
});
afterEach(() => vi.restoreAllMocks());

const found = (html: string) => {
  document.body.innerHTML = html;
  return findSensitiveFields(document);
};

describe('a password or payment field is found', () => {
  test.each([
    ['by its type', '<input type="PassWord">'],
    ['by autocomplete', '<input autocomplete="billing cc-number">'],
    ['as a code sent to a phone', '<input autocomplete="one-time-code">'],
    ['in the 40th form', `${'<form><input name="a"></form>'.repeat(39)}<form><input type="password"></form>`],
    ['as the 500th field of a form', `<form>${'<input name="a">'.repeat(499)}<input type="password"></form>`],
    ['by its name', '<input name="cardNumber">'],
    ['by its id', '<input id="txtPwd">'],
    ['by its hint', '<input placeholder="Card number">'],
    ['by its label', '<label for="f">Card number *</label><input id="f">'],
    ['by the label around it', '<label>Security code <input></label>'],
    ['by a label it refers to', '<span id="l">CVV</span><input aria-labelledby="x l">'],
    ['by its accessible name', '<input aria-label="Card number">'],
    ['by its title', '<input title="IBAN">'],
    ['by the legend of its group', '<fieldset><legend>Card number</legend><input maxlength="4"><input></fieldset>'],
    ['by the line before it', '<p>Card number<br><input></p>'],
    ['by the cell before it', '<table><tr><td>Kartennummer</td><td><span><input></span></td></tr></table>'],
    ['of a type browsers do not know', '<input type="card" name="cvv">'],
    ['as an editable element', '<div contenteditable role="textbox" aria-label="Password"></div>'],
    ['as a list', '<select autocomplete="cc-exp-month"></select>'],
    ['as an editable element without a role', '<div contenteditable="plaintext-only" aria-label="Password"></div>'],
    ['in a search field, by autocomplete', '<input type="search" autocomplete="current-password">'],
    ['as a month, by its label', '<label>Card expiry <input type="month"></label>'],
    ['by a description', '<input aria-description="Card number">'],
    ['by a label after it', '<div><input><label>Card number</label></div>'],
    ['by a label with a soft hyphen', '<label>Pass\u00adword <input></label>'],
    ['by the form of its hint', '<input placeholder="1234 1234 1234 1234">'],
    ['by the hint of a date', '<input placeholder="MM / YY">'],
    ['by the name that a framework gives it', '<input formcontrolname="cardNumber">'],
    ['by one field for each digit', `<div>Enter the number</div><p>${'<input maxlength="1">'.repeat(6)}</p>`],
  ])('%s', (_, html) => {
    expect(found(html)).toBe('shown');
  });

  test('in shadow trees, including nested ones', () => {
    document.body.innerHTML = '<div><x-form></x-form></div>';
    const outer = document.querySelector('x-form')?.attachShadow({ mode: 'open' }) as ShadowRoot;
    outer.innerHTML = '<x-field></x-field>';
    const inner = outer.querySelector('x-field')?.attachShadow({ mode: 'open' }) as ShadowRoot;
    expect(findSensitiveFields(document)).toBe('none');
    inner.innerHTML = '<label for="f">Card number</label><input id="f">';
    expect(findSensitiveFields(document)).toBe('shown');
  });

  test('in frames of the same origin, including nested ones', () => {
    const inner = addFrame(addFrame(document));
    expect(findSensitiveFields(document)).toBe('none');
    inner.body.innerHTML = '<input type="password">';
    expect(findSensitiveFields(document)).toBe('shown');
  });

  test.each([
    ['of a processor', '<iframe src="https://js.stripe.com/v3/elements-inner-card.html"></iframe>'],
    ['that may ask for payments', '<iframe src="https://pay.test/" allow="geolocation; payment *"></iframe>'],
    ['of a processor, with a dot after its host', '<iframe src="https://js.stripe.com./v3"></iframe>'],
    ['of a processor, as an object', '<object data="https://checkout.stripe.com/"></object>'],
    ['of a processor, as embedded content', '<embed src="https://static.iyzipay.com/">'],
    ['called after a payment', '<iframe src="https://shop.test/" title="Secure payment input frame"></iframe>'],
    ['called after a card', '<iframe src="https://pay.test/" title="Iframe for secured card number"></iframe>'],
    ['on the host of a shop for payments', '<iframe src="https://pay.shop.test/"></iframe>'],
    ['labeled by the page around it', '<div>Card number</div><div><iframe src="https://f.test/"></iframe></div>'],
    ['called after a hosted field', '<iframe src="https://pay.test/" name="braintree-hosted-field-cvv"></iframe>'],
  ])('in a frame %s', (_, html) => {
    expect(found(html)).toBe('shown');
  });

  test('even if the page has fields named like the functions that are called', () => {
    expect(
      found('<form id="f"><input name="querySelectorAll"><input name="firstChild"><input type="password"></form>'),
    ).toBe('shown');
  });
});

test.each([
  ['four fields for one character each, far apart', '<div><input maxlength="1"></div>'.repeat(3)],
  ['text that is not editable', '<div contenteditable="false" aria-label="Password"></div>'],
  ['an embedded video', '<embed src="https://video.test/">'],
  ['text fields', '<input name="q"><input type="email" placeholder="E-mail"><textarea></textarea>'],
  ['a search for cards', '<input type="search" placeholder="Search credit card numbers">'],
  ['a box that shows a password', '<label>Show password <input type="checkbox"></label>'],
  ['a button', '<input type="submit" value="Forgot password">'],
  ['a hidden token', '<input type="hidden" name="csrf_token">'],
  ['a text about passwords', '<p>Choose a good password.</p><label>Name <input></label>'],
  ['a field for a secretary', '<label>Secretary <input name="className"></label>'],
  ['a frame of another kind', '<iframe src="https://video.test/" allow="autoplay; payment \'none\'"></iframe>'],
  ['a processor by half of its name', '<iframe src="https://notstripe.com/"></iframe>'],
])('a page with %s has none', (_, html) => {
  expect(found(html)).toBe('none');
});

describe('a field whose type and name do not say so is for a password', () => {
  test.each([
    ['a short name beside an account', '<form><input name="user"><input name="pw"></form>'],
    ['a short name after other words', '<form><input type="email"><input id="loginPass"></form>'],
    ['dots as its hint', '<input placeholder="••••••••">'],
    ['dots as its value', '<input value="•••••">'],
    ['a button that hides it', '<div><input><button type="button" aria-label="Hide password"></button></div>'],
    ['a font of dots', '<input style="font-family: text-security-disc, sans-serif">'],
  ])('by %s', (_, html) => {
    expect(found(html)).toBe('shown');
  });

  test.each([
    ['a short name without an account', '<form><input name="pass"><button>Add pass</button></form>'],
    ['a short name in a long form', `<form>${'<input name="email">'.repeat(3)}<input name="pass"></form>`],
    ['a name that ends the same way', '<form><input name="email"><input name="bypass"></form>'],
    ['a button with text', '<div><input type="email"><button>Forgot password?</button></div>'],
    ['a button beside two fields', '<div><input><input><button aria-label="Show password"></button></div>'],
    ['another font', '<input style="font-family: Passion One, sans-serif">'],
  ])('but not by %s', (_, html) => {
    expect(found(html)).toBe('none');
  });
});

describe('a row of boxes without a maximum length is for a code', () => {
  /** Every box has this size, in CSS pixels, and boxes in a `div` each are below each other. */
  const layOut = (width: number) =>
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const line = [...document.querySelectorAll('div')].findIndex((each) => each.contains(this));
      return new DOMRect(0, line * 50, width, 40);
    });
  const boxes = (attributes = '', count = 6) => `<input ${attributes}>`.repeat(count);

  test.each([
    ['that takes digits, alone in its form', `<form><h2>Verify</h2>${boxes('inputmode="numeric"')}</form>`],
    ['in a form that asks for a code', `<form><h2>Enter the code</h2>${boxes()}<input type="email"></form>`],
    ['with numbers as names', `<form>${[1, 2, 3, 4].map((n) => `<input type="tel" aria-label="Digit ${n}">`)}</form>`],
  ])('%s', (_, html) => {
    layOut(40);
    expect(found(html)).toBe('shown');
  });

  test.each([
    ['for letters', `<form><h2>Guess the word</h2>${boxes('', 5)}</form>`, 40],
    ['beside other fields', `<form>${boxes('inputmode="numeric"')}<input type="email"></form>`, 40],
    ['wider than a character', `<form><h2>Verify</h2>${boxes('inputmode="numeric"')}</form>`, 80],
    ['in lines of their own', `<form>${`<div>${boxes('type="tel"', 1)}</div>`.repeat(6)}</form>`, 40],
    ['of a puzzle', `<form>${boxes('type="tel"', 9)}</form>`, 40],
    [
      'with names',
      `<form>${['Mo', 'Tu', 'We', 'Th'].map((day) => `<label>${day}<input type="tel"></label>`)}</form>`,
      40,
    ],
    [
      'below headers',
      `<form><table><tr><th>Apples</th></tr><tr><td>${boxes('type="tel"', 4)}</td></tr></table></form>`,
      40,
    ],
  ])('but not boxes %s', (_, html, width) => {
    layOut(width);
    expect(found(html)).toBe('none');
  });
});

test('a hidden one counts as hidden by its type, and not by its name', () => {
  const { checkVisibility } = Element.prototype;
  Element.prototype.checkVisibility = function (this: Element) {
    return this.closest('[hidden]') === null;
  };
  try {
    expect(found('<div hidden><input type="password"></div>')).toBe('hidden');
    expect(found('<div hidden><input name="token"></div>')).toBe('none');
    expect(found('<div hidden><input type="password"></div><input type="password">')).toBe('shown');
  } finally {
    Element.prototype.checkVisibility = checkVisibility;
  }
});
