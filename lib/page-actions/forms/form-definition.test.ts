// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest';
import type { FormDefinition } from '../../contracts/index.ts';
import { listPageForms } from './form-requests.ts';

function forms(html: string): FormDefinition[] {
  document.body.innerHTML = html;
  return listPageForms(document);
}

function only(html: string): FormDefinition {
  const [form, ...others] = forms(html);
  if (form === undefined || others.length > 0) throw new Error(`${others.length + (form ? 1 : 0)} forms`);
  return form;
}

const field = (control: string) => only(`<form>${control}<button>Go</button></form>`).fields[0];
const schema = (control: string) =>
  Object.values(only(`<form>${control}<button>Go</button></form>`).schema.properties)[0];

describe('a form', () => {
  test('has a tool name and a title from its heading, and the button that sends it', () => {
    const form = only(
      '<form><h2>Sign up: now</h2><label>Name <input></label><button type="button">Help</button><button>Join</button></form>',
    );
    expect(form).toMatchObject({ name: 'fill_sign_up_now', title: 'Sign up: now', submitLabel: 'Join' });
  });

  test('is named by its own name, its legend, a heading before it, or its button, in this order', () => {
    const control = '<label>Name <input></label><button>Join</button>';
    expect(only(`<h2>Before</h2><form aria-label="Own">${control}</form>`).title).toBe('Own');
    expect(only(`<h2>Before</h2><form><fieldset><legend>Legend</legend>${control}</fieldset></form>`).title).toBe(
      'Legend',
    );
    expect(only(`<h2>Before</h2><div><form>${control}</form></div>`).title).toBe('Before');
    expect(only(`<form>${control}</form>`).title).toBe('Join');
  });

  test('has a unique ASCII name, regardless of its title', () => {
    const control = '<form aria-label="Ähnlich"><label>Näme <input></label><button>Los</button></form>';
    const names = forms(`${control}${control}<form aria-label="登録"><label>名前 <input></label></form>`);
    expect(names.map(({ name }) => name)).toEqual(['fill_ahnlich', 'fill_ahnlich_2', 'fill']);
    expect(names.map(({ fields }) => fields[0]?.key)).toEqual(['name', 'name', 'field']);
  });

  test('is found around a button, in a dialog, a section or a row, without a form element', () => {
    const control = (name: string) => `<label>${name} <input></label>`;
    const found = forms(`<main><h1>Feedback</h1><div>${control('Words')}<button>Send</button></div></main>
      <div role="dialog" aria-label="Rename">${control('New name')}</div>
      <section><h2>Privacy</h2>${control('Days')}</section>
      <table><tr><th>Bulb</th><td>${control('Count')}</td><td><button>Update</button></td></tr></table>`);
    expect(found.map(({ title, submitLabel }) => [title, submitLabel])).toEqual([
      ['Feedback', 'Send'],
      ['Rename', null],
      ['Privacy', null],
      ['Bulb', 'Update'],
    ]);
  });

  test('distinguishes fields with the same label by the headings before them', () => {
    const address = (title: string) => `<div><h3>${title}</h3><div><label>Street <input></label></div></div>`;
    const form = only(`<form><h2>Checkout</h2>${address('Billing')}${address('Shipping')}<button>Go</button></form>`);
    expect(form.fields.map(({ key, groups }) => [key, groups])).toEqual([
      ['billing_street', ['Billing']],
      ['shipping_street', ['Shipping']],
    ]);
  });

  test('distinguishes options with the same label by their groups, or by their number', () => {
    const group = (name: string) => `<optgroup label="${name}"><option>Capital</option></optgroup>`;
    expect(schema(`<label>Office <select>${group('Austria')}${group('Japan')}</select></label>`)).toMatchObject({
      enum: ['Austria > Capital', 'Japan > Capital'],
    });
    expect(schema('<label>Unit <select><option>m<option>km<option>m</select></label>')).toMatchObject({
      enum: ['m', 'km', 'm (2)'],
    });
  });

  test('is not named by code or by hidden text before a field', () => {
    expect(field('<style>p { color: red }</style><input placeholder="Your name">')).toMatchObject({
      label: 'Your name',
    });
    expect(field('<p style="display: none">Required</p><input placeholder="Your name">')).toMatchObject({
      label: 'Your name',
    });
  });

  test('has the labels of rows, columns and radio buttons as a user reads them', () => {
    const row = (name: string) => `<tr><td>${name}</td><td><input></td></tr>`;
    const prices = only(`<form><table><tr><th>Item</th><th>Price</th></tr>${row('Ann')}${row('Bob')}</table></form>`);
    expect(prices.fields.map(({ key }) => key)).toEqual(['ann_price', 'bob_price']);
    const button = (value: string) => `<td><input type="radio" name="q" value="${value}"></td>`;
    expect(
      field(
        `<table><thead><tr><th></th><th>Agree</th><th>Disagree</th></tr></thead><tr><th>Easy</th>${button('1')}${button('2')}</tr></table>`,
      ),
    ).toMatchObject({ label: 'Easy', options: ['Agree', 'Disagree'] });
    expect(
      field('<p>Title</p><input type="radio" name="t" value="1"> Ms<br><input type="radio" name="t" value="2"> Mr'),
    ).toMatchObject({ label: 'Title', options: ['Ms', 'Mr'] });
    expect(
      field(
        '<fieldset><legend>Sent</legend><input type="radio" name="s" value="1" id="o" style="display: none"><label for="o">By post</label></fieldset>',
      ),
    ).toMatchObject({ label: 'Sent', options: ['By post'] });
  });

  test.each([
    ['a label after it', '<h2>Log in</h2><div><input><label>First name</label></div>', 'First name'],
    ['its placeholder rather than a heading', '<h2>Contact</h2><input placeholder="Name">', 'Name'],
    ['a heading, if nothing else names it', '<h3>Motto</h3><input>', 'Motto'],
    ['the text before a button', '<span>Adults</span><button type="button">-</button><input>', 'Adults'],
    [
      'its name, not the choices of a list before it',
      '<select><option>Day</option></select><input name="month">',
      'Month',
    ],
  ])('names a field by %s', (_, html, label) => {
    expect(only(`<form>${html}<button>Go</button></form>`).fields.at(-1)?.label).toBe(label);
  });

  test('has the name and the hints that a page gives to tools', () => {
    const form = only(
      '<form toolname="book_table"><label>Guests <input toolparamdescription="How many people"></label><button>Go</button></form>',
    );
    expect(form).toMatchObject({ name: 'fill_book_table', title: 'Book table', fields: [{ hint: 'How many people' }] });
  });

  test('requires what is marked so, and contains what the fields have', () => {
    const form = only(`<form><label>Name * <input></label><label>Town <input required value="Graz"></label>
      <div role="radiogroup" aria-required="true" aria-label="Class"><span role="radio" aria-checked="true">First</span><span role="radio">Second</span></div></form>`);
    expect(form.schema).toMatchObject({
      required: ['name', 'town', 'class'],
      properties: { town: { default: 'Graz' }, class: { enum: ['First', 'Second'], default: 'First' } },
      additionalProperties: false,
    });
  });
});

describe('a field', () => {
  test.each([
    ['its label', '<label>Street: <input></label>', 'Street'],
    ['a label elsewhere', '<label for="a">Street *</label><input id="a">', 'Street'],
    ['what it refers to', '<span id="s">Street</span><input aria-labelledby="s">', 'Street'],
    ['the text before it', '<div>Street <input placeholder="Long Road 1"></div>', 'Street'],
    ['its placeholder after a sentence', '<p>Where do you live?</p><input placeholder="Street">', 'Street'],
    ['the cell beside it', '<table><tr><td>Street:</td><td><input></td></tr></table>', 'Street'],
    [
      'the header of its column',
      '<table><tr><th>No</th><th>Street</th></tr><tr><td>1</td><td><input></td></tr></table>',
      'Street',
    ],
    ['its name in the code', '<input name="homeStreet">', 'Home street'],
    [
      'the hidden list whose place it takes',
      '<label for="s">Street</label><select id="s" style="display:none"><option>A</option></select><span role="combobox" tabindex="0">A</span>',
      'Street',
    ],
  ])('is named by %s', (_what, html, label) => {
    expect(field(html)?.label).toBe(label);
  });

  test('is not named by the text of another field', () => {
    const form = only('<form><div>Company <input></div><input name="tax"></form>');
    expect(form.fields.map(({ label }) => label)).toEqual(['Company', 'Tax']);
  });

  test.each([
    ['the name of its group', '<fieldset><legend>Contact</legend><input placeholder="Phone"></fieldset>'],
    [
      'the choices of a drawn list before it',
      '<ul role="listbox" aria-label="Day"><li role="option">Mon</li></ul><input placeholder="Phone">',
    ],
  ])('is not named by %s', (_, html) => {
    expect(only(`<form>${html}<button>Go</button></form>`).fields.at(-1)?.label).toBe('Phone');
  });

  test('has the text of its row, which distinguishes two with the same label', () => {
    const row = (name: string) => `<li><b>${name}</b> <label>Quantity: <input></label> <i>at least 1</i></li>`;
    const { fields } = only(`<form><h2>Basket</h2><ul>${row('Lamp')}${row('Bulb')}</ul><button>Go</button></form>`);
    expect(fields.map(({ key, groups }) => [key, ...groups])).toEqual([
      ['lamp_quantity', 'Lamp'],
      ['bulb_quantity', 'Bulb'],
    ]);
  });

  test('has the groups around it, which distinguish two with the same label', () => {
    const part = (name: string) => `<fieldset><legend>${name}</legend><label>City <input></label></fieldset>`;
    const form = only(`<form><h2>Order</h2>${part('Billing')}${part('Shipping')}</form>`);
    expect(Object.keys(form.schema.properties)).toEqual(['billing_city', 'shipping_city']);
    expect(form.schema.properties.billing_city?.description).toBe('Billing > City');
  });

  test('has its description and the format of its placeholder as a hint', () => {
    const html = '<label>Born <input aria-describedby="d" placeholder="DD/MM/YYYY"></label><p id="d">Adults only</p>';
    expect(field(html)?.hint).toBe('Adults only; DD/MM/YYYY');
  });

  test.each([
    ['<label>A <input type="email" maxlength="40"></label>', { type: 'string', format: 'email', maxLength: 40 }],
    [
      '<label>A <input type="url" minlength="3" pattern="x+"></label>',
      { format: 'uri', minLength: 3, pattern: '^(?:x+)$' },
    ],
    [
      '<label>A <input type="number" min="2" max="9" value="4"></label>',
      { type: 'integer', minimum: 2, maximum: 9, default: 4 },
    ],
    ['<label>A <input type="number" step="0.5"></label>', { type: 'number' }],
    ['<label>A <input type="range" min="0" max="50" step="10"></label>', { type: 'integer', multipleOf: 10 }],
    ['<label>A <input type="date"></label>', { type: 'string', format: 'date' }],
    ['<label>A <input type="time"></label>', { pattern: '^\\d{2}:\\d{2}$' }],
    ['<label>A <input type="color"></label>', { pattern: '^#[0-9a-fA-F]{6}$' }],
    ['<label>A <input type="checkbox" checked></label>', { type: 'boolean', default: true }],
    ['<label>A <textarea>x</textarea></label>', { type: 'string', default: 'x' }],
    [
      '<label>A <select><option value="">Choose</option><option>B</option><option disabled>C</option></select></label>',
      { enum: ['B'] },
    ],
    [
      '<label>A <select multiple><option selected>B</option><option>C</option></select></label>',
      { type: 'array', items: { enum: ['B', 'C'] }, default: ['B'] },
    ],
    [
      '<fieldset><legend>A</legend><label><input type="radio" name="r">B</label><label><input type="radio" name="r" checked>C</label></fieldset>',
      { enum: ['B', 'C'], default: 'C' },
    ],
    [
      '<fieldset><legend>A</legend><label><input type="checkbox" name="r">B</label><label><input type="checkbox" name="r" checked>C</label></fieldset>',
      { type: 'array', items: { enum: ['B', 'C'] }, default: ['C'] },
    ],
    [
      '<span role="slider" aria-label="A" aria-valuemin="1" aria-valuemax="5" aria-valuenow="2"></span>',
      { type: 'number', minimum: 1, maximum: 5, default: 2 },
    ],
    ['<span role="switch" aria-label="A" aria-checked="true"></span>', { type: 'boolean', default: true }],
    [
      '<ul role="listbox" aria-label="A"><li role="option" aria-selected="true">B</li><li role="option">C</li></ul>',
      { enum: ['B', 'C'], default: 'B' },
    ],
    [
      '<button role="combobox" aria-label="A" aria-controls="p">B</button><ul id="p" role="listbox"><li role="option">B</li><li role="option">C</li></ul>',
      { enum: ['B', 'C'], default: 'B' },
    ],
    ['<div contenteditable aria-label="A">words</div>', { type: 'string', default: 'words' }],
  ])('has a schema: %s', (html, expected) => {
    expect(schema(html)).toMatchObject(expected);
  });

  test.each([
    ['secret', '<label>Password <input type="password" value="hunter2"></label>'],
    ['secret', '<label>Card number <input value="4111"></label>'],
    ['secret', '<input aria-label="A" autocomplete="one-time-code" value="123">'],
    ['secret', '<select aria-label="A" autocomplete="cc-exp-month"><option>1</option></select>'],
    // Names that only their place in the form gives them.
    ['secret', '<table><tr><td>Card number</td></tr><tr><td><input></td></tr></table>'],
    ['secret', '<table><tr><th>CVC</th></tr><tr><td><input></td></tr></table>'],
    ['secret', '<p><input> security code <input> town</p>'],
    ['secret', `<p>Enter what we sent</p>${'<input maxlength="1" aria-label="Box">'.repeat(6)}`],
    [
      'secret',
      `<fieldset><legend>Six digits</legend>${'<input maxlength="1" inputmode="numeric">'.repeat(6)}</fieldset>`,
    ],
    ['file', '<label>Photo <input type="file"></label>'],
    ['read-only', '<label>Number <input readonly></label>'],
    ['disabled', '<label>Level <input disabled></label>'],
  ])('that is %s is not part of the schema: %s', (state, html) => {
    const form = only(`<form>${html}</form>`);
    expect(form.fields[0]?.state).toBe(state);
    expect(form.schema.properties).toEqual({});
    // A token is random.
    const shown = JSON.stringify(form, (key, value) => (key === 'token' ? '' : value));
    expect(shown).not.toMatch(/hunter2|4111|123/);
  });

  test('that only looks like a secret is part of the schema', () => {
    const reference = `<fieldset><legend>Booking reference</legend>${'<input maxlength="1">'.repeat(6)}</fieldset>`;
    expect(Object.keys(only(`<form>${reference}</form>`).schema.properties)).toHaveLength(6);
    expect(Object.keys(only('<form><p><input> town <input> street</p></form>').schema.properties)).toEqual([
      'town',
      'street',
    ]);
  });

  test('that cannot be seen is not listed', () => {
    const hidden =
      '<input type="hidden"><label style="display:none">B <input></label><input aria-label="C" style="opacity:0">';
    expect(only(`<form><label>A <input></label>${hidden}</form>`).fields.map(({ label }) => label)).toEqual(['A']);
  });
});

test('reads a page that shadows properties of its form', () => {
  const names = [
    'children',
    'elements',
    'parentElement',
    'contains',
    'matches',
    'querySelector',
    'textContent',
    'localName',
  ];
  const inputs = names.map((name) => `<label>${name} <input name="${name}"></label>`).join('');
  expect(only(`<form aria-label="Odd">${inputs}</form>`).fields.map(({ label }) => label)).toEqual(names);
});

describe('a list that a page draws', () => {
  test('is named without the value that the page adds to its name', () => {
    const html =
      '<span id="l">Wood</span><button id="b" aria-haspopup="listbox" aria-labelledby="v l"><span id="v">Oak</span></button>';
    expect(field(html)?.label).toBe('Wood');
  });

  test('has the choices of the native one that it hides', () => {
    const native =
      '<div aria-hidden="true"><label>Wood <select tabindex="-1"><option></option><option>Oak</option><option>Ash</option></select></label></div>';
    expect(schema(`<div><button aria-haspopup="listbox">Ash</button>${native}</div>`)).toMatchObject({
      enum: ['Oak', 'Ash'],
    });
  });
});

describe('controls of libraries', () => {
  test('a drawn slider has the label of the box around it', () => {
    const form = only(`<form><label for="level">Level</label><div><div><div id="level">
      <div role="slider" tabindex="0" aria-valuemin="0" aria-valuemax="100" aria-valuenow="40"></div></div></div></div></form>`);
    expect(form.fields).toMatchObject([{ label: 'Level' }]);
  });

  test('a label of a box around several controls names none of them', () => {
    const slider = '<div role="slider" tabindex="0" aria-valuenow="4"></div>';
    const form = only(`<form><label for="range">Range</label><p>-</p><div id="range">${slider}${slider}</div></form>`);
    expect(form.fields.map(({ label }) => label)).not.toContain('Range');
  });

  test('a spin button that is a text field has its limits', () => {
    const form = only(
      '<form><label>Legs <input role="spinbutton" aria-valuemin="1" aria-valuemax="9" aria-valuenow="4" value="4"></label></form>',
    );
    expect(form.schema.properties.legs).toMatchObject({ minimum: 1, maximum: 9 });
  });
});

describe('secrets and traps', () => {
  test('no password, code, card or hidden value is in a definition', () => {
    const form = only(`<form><label>P <input type="password" value="hunter2"></label><input type="hidden" value="tok3n">
      <label>Code <input autocomplete="one-time-code" value="123456"></label>
      <label>Card <input name="cardnumber" value="4111111111111111"></label>
      <label>Seen <input type="text" name="password_visible" value="hunter3"></label>
      <div role="textbox" contenteditable="true" aria-label="One-time code">654321</div>
      <div role="textbox" contenteditable="true" aria-label="Notes">Ring twice</div></form>`);
    expect(form.fields.map(({ value }) => value)).toEqual([null, null, null, null, null, 'Ring twice']);
    expect(JSON.stringify(form)).not.toMatch(/hunter|tok3n|123456|654321|4111/);
  });

  test('a list in which nobody can type is no password, although browsers may suggest nothing in it', () => {
    const list = 'role="combobox" aria-haspopup="listbox" autocomplete="new-password"';
    const form = only(`<form><label>Town <input ${list} readonly value="Graz"></label>
      <label>Search <input ${list} value="hunter2"></label>
      <label>Name <input autocomplete="new-password" readonly value="hunter3"></label></form>`);
    expect(form.fields.map(({ state }) => state === 'secret')).toEqual([false, true, true]);
  });

  test('a form that shadows its own methods by the names of its fields is read', () => {
    document.body.innerHTML =
      '<form role="textbox" contenteditable aria-labelledby="h"><h2 id="h">Order</h2><label>Size <input name="size" value="x"></label>' +
      '<fieldset><label><input type="radio" name="colour" value="red">Red</label></fieldset><button>Buy</button></form>';
    // Without the styles of happy-dom, which calls the methods itself.
    vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
    const style = window.getComputedStyle(document.body);
    vi.spyOn(window, 'getComputedStyle').mockReturnValue(style);
    const form = document.querySelector('form') as HTMLFormElement;
    const shadowing = document.querySelector('input');
    const names = ['matches', 'querySelector', 'querySelectorAll', 'localName', 'closest', 'previousElementSibling'];
    for (const name of names) Object.defineProperty(form, name, { value: shadowing, configurable: true });
    try {
      const [order] = listPageForms(document);
      expect(order).toMatchObject({ title: 'Order', submitLabel: 'Buy', fields: [{ label: 'Size', value: 'x' }, {}] });
    } finally {
      vi.restoreAllMocks();
    }
  });
});
