// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readFacts } from './page-facts.ts';

beforeEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

describe('page metadata', () => {
  it('is its metadata, without what only browsers need', () => {
    document.head.innerHTML =
      '<title>A lamp</title><meta name="description" content="Bright  lamp"><meta property="og:type" content="product">' +
      '<meta name="viewport" content="width=device-width"><meta name="csrf-token" content="s3cret">' +
      '<link rel="canonical" href="https://shop.test/lamp">';
    expect(readFacts(document)).toMatchObject({
      title: 'A lamp',
      canonical: 'https://shop.test/lamp',
      meta: { description: 'Bright lamp', 'og:type': 'product' },
    });
    expect(JSON.stringify(readFacts(document))).not.toContain('s3cret');
  });

  it('is JSON-LD, bounded and without the article itself; what does not parse is left out', () => {
    document.head.innerHTML =
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Lamp <b>X</b>",' +
      '"offers":{"price":"19.99"},"articleBody":"long"}</script><script type="application/ld+json">{broken</script>';
    expect(readFacts(document).jsonLd).toEqual([{ '@type': 'Product', name: 'Lamp X', offers: { price: '19.99' } }]);
  });
});

describe('forms', () => {
  it('have labels, types, options and what is required or wrong', () => {
    document.body.innerHTML = `<form aria-label="Order">
      <label for="n">Name *</label><input id="n" required value="Ada">
      <label>Country <select><option>France</option><option selected>Japan</option></select></label>
      <fieldset><legend>Size</legend>
        <label><input type="radio" name="size" value="s"> Small</label>
        <label><input type="radio" name="size" value="l" checked> Large</label></fieldset>
      <input placeholder="Date" type="date" aria-invalid="true" aria-describedby="e"><p id="e">Choose a day.</p>
      <button>Buy now</button></form>`;
    const [form] = readFacts(document).forms;
    expect(form?.name).toBe('Order');
    expect(form?.buttons).toEqual(['Buy now']);
    expect(form?.fields).toMatchObject([
      { label: 'Name', type: 'text', value: 'Ada', required: true },
      { label: 'Country', type: 'select', value: 'Japan', options: ['France', 'Japan'] },
      { label: 'Size', type: 'radio', value: 'Large', options: ['Small', 'Large'] },
      { label: 'Date', type: 'date', error: 'Choose a day.' },
    ]);
  });

  it('never give away passwords, codes, cards or hidden values', () => {
    document.body.innerHTML = `<form><input type="password" value="hunter2"><input type="hidden" value="tok3n">
      <input autocomplete="one-time-code" value="123456"><input name="cardnumber" value="4111111111111111">
      <input type="text" name="password_visible" value="hunter3">
      <div role="textbox" contenteditable="true" aria-label="One-time code">654321</div>
      <div role="textbox" contenteditable="true" aria-label="Notes">Ring twice</div></form>`;
    const facts = readFacts(document);
    expect(facts.forms[0]?.fields.map((field) => field.value)).toEqual([null, null, null, null, null, 'Ring twice']);
    expect(JSON.stringify(facts)).not.toMatch(/hunter|tok3n|123456|654321|4111/);
  });

  it('may shadow DOM properties', () => {
    document.body.innerHTML =
      '<form name="body"><input name="querySelectorAll" value="x"><input name="localName"></form>';
    expect(() => readFacts(document)).not.toThrow();
  });

  it('may shadow methods by the names of fields, and the document those by the names of pictures', () => {
    document.body.innerHTML =
      '<form role="textbox" contenteditable aria-labelledby="h"><h2 id="h">Order</h2><input name="size" value="x">' +
      '<fieldset><input type="radio" name="colour" value="red"></fieldset><button>Buy</button></form>';
    // Without the styles of happy-dom, which calls the methods itself.
    vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
    vi.spyOn(window, 'getComputedStyle').mockReturnValue({} as CSSStyleDeclaration);
    const form = document.querySelector('form') as HTMLFormElement;
    const field = document.querySelector('input');
    const ofElements = ['querySelector', 'querySelectorAll', 'closest', 'checkVisibility'];
    const names = ['localName', 'ownerDocument', 'textContent', ...ofElements];
    for (const name of names) Object.defineProperty(form, name, { value: field });
    const ofDocument = ['querySelector', 'getElementById'];
    for (const name of ofDocument) Object.defineProperty(document, name, { value: field, configurable: true });
    try {
      const { forms } = readFacts(document);
      expect(forms[0]).toMatchObject({
        name: 'Order',
        buttons: ['Buy'],
        fields: [{ label: 'Order' }, { value: 'x' }, {}],
      });
    } finally {
      for (const name of ofDocument) Reflect.deleteProperty(document, name);
      vi.restoreAllMocks();
    }
  });
});
