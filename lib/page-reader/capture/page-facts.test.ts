// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
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
      <input type="text" name="password_visible" value="hunter3"></form>`;
    const facts = readFacts(document);
    expect(facts.forms[0]?.fields.map((field) => field.value)).toEqual([null, null, null, null]);
    expect(JSON.stringify(facts)).not.toMatch(/hunter|tok3n|123456|4111/);
  });

  it('may shadow DOM properties', () => {
    document.body.innerHTML =
      '<form name="body"><input name="querySelectorAll" value="x"><input name="localName"></form>';
    expect(() => readFacts(document)).not.toThrow();
  });
});
