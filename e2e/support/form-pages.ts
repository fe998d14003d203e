/**
 * The expectations for one form: what a tool's schema contains, and the values of its fields after they were filled in.
 */
export type FormCase = {
  name: string;
  html: string;
  /** The expected schema by property. `null` for a property that must not exist. */
  schema: Record<string, object | null>;
  values: Record<string, unknown>;
  /**
   * The values in the page according to its own script: a global function `held()`, or the values of its elements by
   * id.
   */
  held: Record<string, unknown>;
  title?: string;
  submit?: string | null;
  /** The status of fields whose status is not `set`. */
  results?: Record<string, string>;
};

/** Makes `held()` read the values of native controls, by id. */
const NATIVE = `<script>
  globalThis.held = () => Object.fromEntries([...document.querySelectorAll('[id]')].flatMap((e) => {
    if (e.type === 'checkbox' || e.type === 'radio') return [[e.id, e.checked]];
    if (e.localName === 'select') return [[e.id, [...e.selectedOptions].map((o) => o.value).join(',')]];
    if ('value' in e && e.localName !== 'button' && e.localName !== 'li') return [[e.id, e.value]];
    const drawn = e.getAttribute('aria-checked') ?? e.getAttribute('aria-valuenow');
    return drawn !== null ? [[e.id, drawn]] : e.isContentEditable ? [[e.id, e.innerText.trim()]] : [];
  }));
  document.addEventListener('submit', (event) => { event.preventDefault(); globalThis.submitted = true; });
</script>`;

export const native = (name: string, body: string, rest: Omit<FormCase, 'name' | 'html'>): FormCase => ({
  name,
  html: `<!doctype html><meta charset="utf-8"><title>Form</title><style>body { font: 16px sans-serif }</style><body>${body}${NATIVE}`,
  ...rest,
});

/** Native controls of every type, and the ways in which forms name and group them. */
const NATIVE_CASES: FormCase[] = [
  native(
    'text with labels',
    `<form><h2>Sign up</h2><label for="n">Full name *</label><input id="n"><label>E-mail <input id="m" type="email" required></label><button>Join</button></form>`,
    {
      title: 'Sign up',
      submit: 'Join',
      schema: { full_name: { type: 'string' }, e_mail: { type: 'string', format: 'email' } },
      values: { 'Full name': 'Ada Lovelace', 'E-mail': 'ada@example.org' },
      held: { n: 'Ada Lovelace', m: 'ada@example.org' },
    },
  ),
  native(
    'numbers, dates and times',
    `<form aria-label="Booking"><label>Guests <input id="g" type="number" min="1" max="8" value="2"></label>
      <label>Arrival <input id="d" type="date"></label><label>Time <input id="t" type="time"></label>
      <label>Reminder <input id="l" type="datetime-local"></label><label>Month <input id="o" type="month"></label>
      <label>Price <input id="p" type="number" step="0.01"></label><button>Book</button></form>`,
    {
      title: 'Booking',
      schema: {
        guests: { type: 'integer', minimum: 1, maximum: 8, default: 2 },
        arrival: { type: 'string', format: 'date' },
        price: { type: 'number' },
      },
      values: {
        Guests: 4,
        Arrival: '2027-05-17',
        Time: '18:30',
        Reminder: '2027-05-16T09:00',
        Month: '2027-05',
        Price: 12.5,
      },
      held: { g: '4', d: '2027-05-17', t: '18:30', l: '2027-05-16T09:00', o: '2027-05', p: '12.5' },
    },
  ),
  native(
    'a range, a colour and a long text',
    `<form><h3>Poster</h3><label>Size <input id="r" type="range" min="10" max="90" step="10" value="20"></label>
      <label>Colour <input id="c" type="color" value="#000000"></label><label for="x">Words</label><textarea id="x" maxlength="50"></textarea><button>Print</button></form>`,
    {
      title: 'Poster',
      schema: {
        size: { type: 'integer', multipleOf: 10, maximum: 90 },
        colour: { default: '#000000' },
        words: { maxLength: 50 },
      },
      values: { Size: 70, Colour: '#ff8800', Words: 'Two\nlines' },
      held: { r: '70', c: '#ff8800', x: 'Two\nlines' },
    },
  ),
  native(
    'boxes',
    `<form><fieldset><legend>Notices</legend><label><input id="a" type="checkbox" name="mail"> By mail</label>
      <label><input id="b" type="checkbox" name="phone" checked> By phone</label></fieldset><button>Save</button></form>`,
    {
      title: 'Notices',
      schema: { by_mail: { type: 'boolean', default: false }, by_phone: { type: 'boolean', default: true } },
      values: { 'By mail': true, 'By phone': false },
      held: { a: true, b: false },
    },
  ),
  native(
    'several boxes of one name',
    `<form><fieldset><legend>Toppings</legend><label><input id="a" type="checkbox" name="t" value="ham" checked> Ham</label>
      <label><input id="b" type="checkbox" name="t" value="olives"> Olives</label><label><input id="c" type="checkbox" name="t" value="corn"> Corn</label></fieldset><button>Order</button></form>`,
    {
      schema: {
        toppings: { type: 'array', items: { type: 'string', enum: ['Ham', 'Olives', 'Corn'] }, default: ['Ham'] },
      },
      values: { Toppings: ['Olives', 'Corn'] },
      held: { a: false, b: true, c: true },
    },
  ),
  native(
    'radio buttons',
    `<form><fieldset><legend>Plan:</legend><label><input id="a" type="radio" name="p" value="1" required> Basic</label>
      <label><input id="b" type="radio" name="p" value="2"> Team</label></fieldset><button>Go</button></form>`,
    {
      schema: { plan: { type: 'string', enum: ['Basic', 'Team'] } },
      values: { Plan: 'team' },
      held: { a: false, b: true },
    },
  ),
  native(
    'lists',
    `<form><label>Country <select id="s" required><option value="">Choose…</option><option value="at">Austria</option><option value="ch">Switzerland</option></select></label>
      <label>Days <select id="m" multiple><option>Mon</option><option selected>Tue</option><option>Wed</option></select></label>
      <label>Size <select id="g"><optgroup label="Small"><option value="1">S</option></optgroup><optgroup label="Large" disabled><option value="2">L</option></optgroup></select></label><button>Go</button></form>`,
    {
      schema: {
        country: { type: 'string', enum: ['Austria', 'Switzerland'] },
        days: { type: 'array', items: { type: 'string', enum: ['Mon', 'Tue', 'Wed'] } },
        size: { enum: ['S'] },
      },
      values: { Country: 'Switzerland', Days: ['Mon', 'Wed'] },
      held: { s: 'ch', m: 'Mon,Wed' },
    },
  ),
  native(
    'labels by reference, placeholder, title, table and text before',
    `<form><h2>Odd names</h2><span id="l">Street</span><input id="a" aria-labelledby="l"><input id="b" placeholder="City"><input id="c" title="Floor">
      <table><tr><td>Postcode:</td><td><input id="d"></td></tr></table><div>Company <input id="e"></div><input id="f" name="tax_number"><button>Go</button></form>`,
    {
      schema: { street: {}, city: {}, floor: {}, postcode: {}, company: {}, tax_number: {} },
      values: {
        Street: 'Long Road 1',
        City: 'Graz',
        Floor: '2',
        Postcode: '8010',
        Company: 'Lamps',
        'Tax number': '77',
      },
      held: { a: 'Long Road 1', b: 'Graz', c: '2', d: '8010', e: 'Lamps', f: '77' },
    },
  ),
  native(
    'two fields of one label in named groups',
    `<form><h2>Addresses</h2><fieldset><legend>Billing</legend><label>City <input id="a"></label></fieldset>
      <fieldset><legend>Shipping</legend><label>City <input id="b"></label></fieldset><button>Go</button></form>`,
    {
      title: 'Addresses',
      schema: { billing_city: {}, shipping_city: {} },
      values: { billing_city: 'Linz', shipping_city: 'Wels' },
      held: { a: 'Linz', b: 'Wels' },
    },
  ),
  native(
    'secrets, files and closed fields',
    `<form><h2>Account</h2><label>User <input id="u"></label><label>Password <input id="p" type="password"></label><label>Card number <input id="c" autocomplete="cc-number"></label>
      <label>Code <input id="o" autocomplete="one-time-code"></label><label>Photo <input id="f" type="file"></label><label>Number <input id="k" readonly value="7"></label><label>Level <input id="d" disabled></label><button>Go</button></form>`,
    {
      schema: { user: {}, password: null, card_number: null, code: null, photo: null, number: null, level: null },
      values: {
        User: 'ada',
        Password: 'secret',
        'Card number': '4111111111111111',
        Code: '123456',
        Number: '8',
        Level: '9',
      },
      held: { u: 'ada', p: '', c: '', o: '', k: '7', d: '' },
      results: { password: 'secret', card_number: 'secret', code: 'secret', number: 'read-only', level: 'disabled' },
    },
  ),
  native(
    'fields that the user cannot see',
    `<form><h2>Contact</h2><label>Name <input id="n"></label><input id="h1" aria-label="Website" style="position:absolute;left:-9999px"><input id="h2" aria-label="Fax" style="opacity:0">
      <div style="height:0;overflow:hidden"><input id="h3" aria-label="Company"></div><input id="h4" type="hidden" value="x"><input id="h5" aria-label="Street" style="display:none"><button>Go</button></form>`,
    {
      schema: { name: {}, website: null, fax: null, company: null, street: null },
      values: { Name: 'Ada', Website: 'x', Fax: 'x', Company: 'x', Street: 'x' },
      held: { n: 'Ada', h1: '', h2: '', h3: '', h4: 'x', h5: '' },
      results: { Website: 'unknown-field', Fax: 'unknown-field' },
    },
  ),
  native(
    'controls without a form, around one button',
    `<main><h1>Feedback</h1><div><div><label for="a">Subject</label><input id="a"></div><div><label for="b">Words</label><textarea id="b"></textarea></div><div><button>Send words</button></div></div></main>`,
    {
      title: 'Feedback',
      submit: 'Send words',
      schema: { subject: {}, words: {} },
      values: { Subject: 'Lamps', Words: 'They glow.' },
      held: { a: 'Lamps', b: 'They glow.' },
    },
  ),
  native(
    'a dialog',
    `<dialog open aria-label="Rename"><button aria-label="Close">×</button><label>New name <input id="a" value="old"></label><button>Cancel</button><button>Rename</button></dialog>`,
    {
      title: 'Rename',
      submit: 'Rename',
      schema: { new_name: { type: 'string', default: 'old' } },
      values: { 'New name': 'fresh' },
      held: { a: 'fresh' },
    },
  ),
  native(
    'two addresses with the same labels, under headings, and choices with the same names',
    `<form><h2>Checkout</h2><div><h3>Billing</h3><div><label>Street <input id="a"></label></div></div><div><h3>Shipping</h3><div><label>Street <input id="b"></label></div></div>
      <label>Office <select id="c"><optgroup label="Austria"><option value="1">Capital</option></optgroup><optgroup label="Japan"><option value="2">Capital</option></optgroup></select></label><button>Go</button></form>`,
    {
      schema: { billing_street: {}, shipping_street: {}, office: { enum: ['Austria > Capital', 'Japan > Capital'] } },
      values: { shipping_street: 'Kai 2', Office: 'Japan > Capital' },
      held: { a: '', b: 'Kai 2', c: '2' },
    },
  ),
  native(
    'placeholders alone, below a style sheet',
    `<form><style>p { color: red }</style><input id="a" placeholder="Your name"><p style="display: none">Required</p><input id="b" type="email" placeholder="E-mail address"><button>Go</button></form>`,
    {
      schema: { your_name: {}, e_mail_address: { format: 'email' } },
      values: { 'Your name': 'Ada', 'E-mail address': 'ada@example.org' },
      held: { a: 'Ada', b: 'ada@example.org' },
    },
  ),
  native(
    'a settings list without a button',
    `<main><h1>Settings</h1><section aria-labelledby="h"><h2 id="h">Privacy</h2><div><span id="l1">Share data</span><button id="a" role="switch" aria-checked="true" aria-labelledby="l1" onclick="this.ariaChecked = String(this.ariaChecked !== 'true')">on</button></div>
      <label>Keep for <select id="b"><option>1 day</option><option>1 year</option></select></label></section></main>`,
    {
      title: 'Privacy',
      submit: null,
      schema: { share_data: { type: 'boolean', default: true }, keep_for: { enum: ['1 day', '1 year'] } },
      values: { 'Share data': false, 'Keep for': '1 year' },
      held: { a: 'false', b: '1 year' },
    },
  ),
  native(
    'a row of a table',
    `<h1>Stock</h1><table><thead><tr><th>Part</th><th>Count</th><th></th></tr></thead><tbody><tr><th scope="row">Bulb</th><td><input id="a" value="3"></td><td><button>Update</button></td></tr>
      <tr><th scope="row">Cable</th><td><input id="b" value="5"></td><td><button>Update</button></td></tr></tbody></table>`,
    {
      title: 'Cable',
      submit: 'Update',
      schema: { count: { type: 'string', default: '5' } },
      values: { Count: '6' },
      held: { a: '3', b: '6' },
    },
  ),
  native(
    'a shadow tree',
    `<h1>Shop</h1><lamp-form></lamp-form><script>
      customElements.define('lamp-form', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = '<form><label for="w">Watts</label><input id="w" type="number" max="100"><button>Buy</button></form>';
        globalThis.inside = root; } });
      </script>`,
    {
      title: 'Shop',
      submit: 'Buy',
      schema: { watts: { type: 'integer', maximum: 100 } },
      values: { Watts: 40 },
      held: { '#w': '40' },
    },
  ),
  native(
    'a closed shadow tree',
    `<h1>Shop</h1><lamp-form></lamp-form><script>
      customElements.define('lamp-form', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'closed' });
        root.innerHTML = '<form><label for="w">Watts</label><input id="w" type="number"><button>Buy</button></form>';
        globalThis.inside = root; } });
      </script>`,
    { title: 'Shop', schema: { watts: { type: 'integer' } }, values: { Watts: 25 }, held: { '#w': '25' } },
  ),
  native(
    'a frame of the same site',
    `<h1>Outer</h1><iframe srcdoc="<form aria-label=Inner><label>Town <input id=t></label><button>Go</button></form>"></iframe><script>globalThis.heldToo = () => ({ town: frames[0].document.getElementById('t').value })</script>`,
    { title: 'Inner', schema: { town: {} }, values: { Town: 'Graz' }, held: { town: 'Graz' } },
  ),
  native(
    'a frame of another site',
    `<h1>Outer</h1><iframe src="OTHER/frame/${encodeURIComponent('<form aria-label=Inner><label>Town <input></label><button>Go</button></form>')}"></iframe>`,
    { title: 'Inner', submit: 'Go', schema: { town: {} }, values: { Town: 'Graz' }, held: {} },
  ),
  native(
    'five hundred fields',
    `<form><h2>Long</h2>${Array.from({ length: 500 }, (_, index) => `<label>Field ${index} <input id="f${index}"></label>`).join('')}<button>Go</button></form>`,
    {
      title: 'Long',
      schema: { field_0: {}, field_499: {} },
      values: { 'Field 3': 'a', 'Field 499': 'b' },
      held: { f3: 'a', f499: 'b' },
    },
  ),
  native(
    'an editable element',
    `<form><h2>Note</h2><div id="a" contenteditable role="textbox" aria-label="Text" style="min-height:2em">old</div><button>Save</button></form>`,
    { schema: { text: { type: 'string', default: 'old' } }, values: { Text: 'new words' }, held: { a: 'new words' } },
  ),
  native(
    'suggestions',
    `<form><label>Town <input id="a" list="towns"></label><datalist id="towns"><option>Graz</option><option>Linz</option></datalist><button>Go</button></form>`,
    { schema: { town: { type: 'string' } }, values: { Town: 'Salzburg' }, held: { a: 'Salzburg' } },
  ),
  native(
    'a value that the browser does not accept',
    `<form><label>E-mail <input id="a" type="email"></label><label>Age <input id="b" type="number" min="18"></label><label>Code <input id="c" pattern="[A-Z]{3}" name="area"></label><button>Go</button></form>`,
    {
      schema: { age: { minimum: 18 }, e_mail: { format: 'email' } },
      values: { 'E-mail': 'nobody', Age: 12 },
      held: { a: 'nobody', b: '12' },
      results: { e_mail: 'invalid', age: 'invalid' },
    },
  ),
];

/** Pages whose scripts behave like those of real sites. */
const SCRIPTED_CASES: FormCase[] = [
  native(
    'a page that writes a value in its own way',
    `<form><label>Name <input id="a" onchange="this.value = this.value.toUpperCase()"></label><label>Phone <input id="b" oninput="this.value = this.value.replace(/(\\d{3})(\\d)/, '$1 $2')"></label><label>Code <input name="x" id="c" onchange="this.value = 'X1'"></label><button>Go</button></form>`,
    {
      schema: { name: {}, phone: {} },
      values: { Name: 'ada', Phone: '5551234', c: 'B2' },
      held: { a: 'ADA', b: '555 1234', c: 'X1' },
      results: { name: 'set', phone: 'set', code: 'changed' },
    },
  ),
  native(
    'a page that puts back what it had',
    `<form><label>Name <input id="a" value="Eve" onblur="this.value = 'Eve'"></label><label>Town <input id="b"></label><button>Go</button></form>`,
    {
      schema: { name: { default: 'Eve' } },
      values: { Name: 'Ada', Town: 'Graz' },
      held: { a: 'Eve', b: 'Graz' },
      results: { name: 'not-taken', town: 'set' },
    },
  ),
  native(
    'validation by the page',
    `<form novalidate><label for="a">Name</label><input id="a" aria-describedby="e" onblur="this.setAttribute('aria-invalid', String(this.value.length < 5)); e.textContent = 'At least 5 letters'"><span id="e"></span><button>Go</button></form>`,
    { schema: { name: {} }, values: { Name: 'Ada' }, held: { a: 'Ada' }, results: { name: 'invalid' } },
  ),
  native(
    'choices that depend on another field',
    `<form><label>Country <select id="a" onchange="b.disabled = true; setTimeout(() => { b.innerHTML = '<option value=\\'\\'></option><option>Graz</option><option>Linz</option>'; b.disabled = false }, 100)"><option></option><option>Austria</option></select></label>
      <label>Town <select id="b" disabled><option value=""></option></select></label><button>Go</button></form>`,
    {
      schema: { country: { enum: ['Austria'] }, town: null },
      values: { Country: 'Austria', Town: 'Linz' },
      held: { a: 'Austria', b: 'Linz' },
    },
  ),
  native(
    'a field that disappears',
    `<form><label>Kind <select id="a" onchange="document.getElementById('x').remove()"><option></option><option>Private</option></select></label><p id="x"><label>Company <input id="b"></label></p><label>Town <input id="c"></label><button>Go</button></form>`,
    {
      schema: { company: {} },
      values: { Kind: 'Private', Company: 'Lamps', Town: 'Graz' },
      held: { a: 'Private', c: 'Graz' },
      results: { company: 'gone', town: 'set' },
    },
  ),
  native(
    'a form that is drawn anew at each change',
    `<form id="f"></form><script>
      const values = { a: '', b: '', c: '' };
      const draw = () => { f.innerHTML = ['a', 'b', 'c'].map((id) => '<label>Field ' + id + ' <input id="' + id + '" name="' + id + '" value="' + values[id] + '"></label>').join('') + '<button>Go</button>';
        for (const input of f.querySelectorAll('input')) input.onchange = () => { values[input.id] = input.value; draw(); }; };
      draw();</script>`,
    {
      schema: { field_a: {}, field_b: {}, field_c: {} },
      values: { 'Field a': '1', 'Field b': '2', 'Field c': '3' },
      held: { a: '1', b: '2', c: '3' },
    },
  ),
  native(
    'a form that submits at each change',
    `<form action="/elsewhere.html"><label>Sort by <select id="a" onchange="this.form.requestSubmit()"><option>Price</option><option>Name</option></select></label><label>Town <input id="b"></label><button>Go</button></form>`,
    { schema: { sort_by: {} }, values: { 'Sort by': 'Name', Town: 'Graz' }, held: { a: 'Name', b: 'Graz' } },
  ),
  native(
    'a form that submits without an event',
    `<form action="/elsewhere.html"><label>Sort by <select id="a" onchange="HTMLFormElement.prototype.submit.call(this.form)"><option>Price</option><option>Name</option></select></label><label>Town <input id="b"></label><button>Go</button></form>`,
    { schema: { sort_by: {} }, values: { 'Sort by': 'Name', Town: 'Graz' }, held: { a: 'Name', b: 'Graz' } },
  ),
  native(
    'a page that makes other fields of those that follow',
    `<form id="f"><h2>Delivery</h2><label>Name <input id="a"></label><label id="l">City <input id="b"></label><label>Street <input id="c"></label><label id="m">Zip <input id="d"></label><button>Go</button></form>
      <form id="g" aria-label="Pay"><label>Account <input id="e"></label><button>Pay</button></form>
      <script>f.after(g); a.addEventListener('input', () => { l.firstChild.data = 'Account '; c.setAttribute('form', 'g'); d.type = 'number'; }); document.body.prepend(g);</script>`,
    {
      title: 'Delivery',
      schema: { name: {}, city: {}, street: {}, zip: {} },
      values: { Name: 'Ada', City: 'Graz', Street: 'Ring 1', Zip: '8010' },
      held: { a: 'Ada', b: '', c: '', d: '' },
      results: { name: 'set', city: 'differs', street: 'differs', zip: 'differs' },
    },
  ),
  native(
    'validation by a server, and a page that looks up a value',
    `<form novalidate><label>User name <input id="a" aria-describedby="e" onchange="setTimeout(() => { this.ariaInvalid = 'true'; e.textContent = 'Taken'; }, 150)"></label><span id="e"></span>
      <label>City <input id="b"></label><label>Zip <input id="c" onchange="setTimeout(() => { b.value = 'Wien'; }, 150)"></label><button>Go</button></form>`,
    {
      schema: { user_name: {} },
      values: { 'User name': 'ada', City: 'Graz', Zip: '1010' },
      held: { a: 'ada', b: 'Wien', c: '1010' },
      results: { user_name: 'invalid', city: 'changed', zip: 'set' },
    },
  ),
  native(
    'a page that makes other values of what it gets',
    `<form><label>Price <input id="a" onchange="this.value = this.value.replace('.', '')"></label><label>Degrees <input id="b" onchange="this.value = this.value.replace('-', '')"></label>
      <label>Name <input id="c" onchange="this.value = this.value.replace(/[^a-z ]/gi, '')"></label><label>Sum <input id="d" onchange="this.value = '1.234,50 €'"></label><button>Go</button></form>`,
    {
      schema: { price: {} },
      values: { Price: '12.5', Degrees: '-5', Name: "O'Brien", Sum: '1234.5' },
      held: { a: '125', b: '5', c: 'OBrien', d: '1.234,50 €' },
      results: { price: 'changed', degrees: 'changed', name: 'changed', sum: 'set' },
    },
  ),
  native(
    'a form that is sent into a frame at a change, and a field that changes as it gets the focus',
    `<form id="f" action="/elsewhere.html" target="inner"><h2>Sorting</h2><label>Sort by <select id="a" onchange="HTMLFormElement.prototype.submit.call(this.form)"><option>Price</option><option>Name</option></select></label>
      <label id="l">Town <input id="b" onfocus="l.firstChild.data = 'Account '"></label><button>Go</button></form><iframe name="inner"></iframe>
      <script>globalThis.heldToo = () => ({ inner: frames.inner.location.href })</script>`,
    {
      schema: { sort_by: {} },
      values: { 'Sort by': 'Name', Town: 'Graz' },
      held: { a: 'Name', b: '', inner: 'about:blank' },
      results: { sort_by: 'set', town: 'differs' },
    },
  ),
  native(
    'a form in a shadow tree that is sent into a frame at a change',
    `<div id="host"></div><iframe name="inner"></iframe><script>
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<form action="/elsewhere.html" target="inner"><h2>Sorting</h2><label>Sort by <select><option>Price</option><option>Name</option></select></label><button>Go</button></form>';
      const select = root.querySelector('select');
      select.onchange = () => HTMLFormElement.prototype.submit.call(select.form);
      globalThis.heldToo = () => ({ a: select.value, inner: frames.inner.location.href })</script>`,
    {
      schema: { sort_by: {} },
      values: { 'Sort by': 'Name' },
      held: { a: 'Name', inner: 'about:blank' },
      results: { sort_by: 'set' },
    },
  ),
  native(
    'a form that loads the page again at a change',
    `<form><label>Sort by <select id="a" onchange="location.reload()"><option>Price</option><option>Name</option></select></label><label>Town <input id="b"></label><button>Go</button></form>`,
    { schema: { sort_by: {} }, values: { 'Sort by': 'Name', Town: 'Graz' }, held: { a: 'Name', b: 'Graz' } },
  ),
  native(
    'a covered field',
    `<form><label>Name <input id="a"></label><div style="position:relative"><label>Town <input id="b"></label><div style="position:absolute;inset:0;background:white">Ad</div></div><button>Go</button></form>`,
    {
      schema: { name: {} },
      values: { Name: 'Ada', Town: 'Graz' },
      held: { a: 'Ada', b: '' },
      results: { name: 'set', town: 'not-seen' },
    },
  ),
];

/** Widgets by their ARIA roles, built like the patterns of the ARIA Authoring Practices Guide. */
const WIDGET_CASES: FormCase[] = [
  native(
    'drawn boxes and switches',
    `<form><div id="a" role="checkbox" tabindex="0" aria-checked="false" aria-label="I agree" style="width:20px;height:20px;border:1px solid">x</div>
      <button type="button" id="b" role="switch" aria-checked="false" aria-label="Dark">s</button><button>Go</button></form>
      <script>for (const each of [a, b]) each.addEventListener('click', () => { each.setAttribute('aria-checked', String(each.getAttribute('aria-checked') !== 'true')) })</script>`,
    {
      schema: { i_agree: { type: 'boolean' }, dark: { type: 'boolean' } },
      values: { 'I agree': true, Dark: true },
      held: { a: 'true', b: 'true' },
    },
  ),
  native(
    'drawn radio buttons',
    `<form><h2>Trip</h2><div role="radiogroup" aria-label="Class"><div id="a" role="radio" tabindex="0" aria-checked="true">Second</div><div id="b" role="radio" tabindex="-1" aria-checked="false">First</div></div><button>Go</button></form>
      <script>for (const each of [a, b]) each.addEventListener('pointerdown', () => { for (const other of [a, b]) other.setAttribute('aria-checked', String(other === each)) })</script>`,
    {
      schema: { class: { type: 'string', enum: ['Second', 'First'], default: 'Second' } },
      values: { Class: 'First' },
      held: { a: 'false', b: 'true' },
    },
  ),
  native(
    'a drawn slider and a spin button',
    `<form><div id="a" role="slider" tabindex="0" aria-label="Volume" aria-valuemin="0" aria-valuemax="10" aria-valuenow="3">o</div>
      <div id="b" role="spinbutton" tabindex="0" aria-label="Copies" aria-valuemin="1" aria-valuemax="50" aria-valuenow="1">1</div><button>Go</button></form>
      <script>const step = (more, less) => ({ key, currentTarget: e }) => { const now = Number(e.ariaValueNow) + (key === more ? 1 : key === less ? -1 : 0); e.setAttribute('aria-valuenow', String(Math.min(Number(e.ariaValueMax), Math.max(Number(e.ariaValueMin), now)))); };
        a.addEventListener('keydown', step('ArrowRight', 'ArrowLeft')); b.addEventListener('keydown', step('ArrowUp', 'ArrowDown'));</script>`,
    {
      schema: {
        volume: { type: 'number', minimum: 0, maximum: 10, default: 3 },
        copies: { type: 'number', maximum: 50 },
      },
      values: { Volume: 8, Copies: 12 },
      held: { a: '8', b: '12' },
    },
  ),
  native(
    'a list that a button opens',
    `<form><span id="l">Colour</span><button type="button" id="a" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-labelledby="l" aria-controls="p">Choose</button><button>Go</button></form>
      <ul id="p" role="listbox" hidden><li role="option">Red</li><li role="option">Green</li></ul>
      <script>a.addEventListener('click', () => { p.hidden = !p.hidden; a.ariaExpanded = String(!p.hidden); });
        for (const o of p.children) o.addEventListener('click', () => { a.textContent = o.textContent; a.value = o.textContent; p.hidden = true; a.ariaExpanded = 'false'; });
        globalThis.heldToo = () => ({ colour: a.textContent });</script>`,
    {
      schema: { colour: { type: 'string', enum: ['Red', 'Green'] } },
      values: { Colour: 'Green' },
      held: { colour: 'Green' },
    },
  ),
  native(
    'a text field that filters a list which it draws at the end of the page',
    `<form><label for="a">Town</label><input id="a" role="combobox" aria-autocomplete="list" aria-expanded="false" autocomplete="off"><button>Go</button></form>
      <script>let list; a.addEventListener('input', () => { list?.remove(); list = document.createElement('ul'); list.setAttribute('role', 'listbox'); list.id = 'p'; document.body.append(list); a.setAttribute('aria-controls', 'p'); a.ariaExpanded = 'true';
        setTimeout(() => { list.innerHTML = ['Graz', 'Linz', 'Wels'].filter((t) => t.startsWith(a.value)).map((t) => '<li role="option">' + t + '</li>').join('');
          for (const o of list.children) o.addEventListener('mousedown', (event) => { event.preventDefault(); a.value = o.textContent; a.dataset.chosen = '1'; list.remove(); a.ariaExpanded = 'false'; }); }, 150); });
        globalThis.heldToo = () => ({ chosen: a.dataset.chosen ?? '' });</script>`,
    { schema: { town: { type: 'string' } }, values: { Town: 'Linz' }, held: { a: 'Linz', chosen: '1' } },
  ),
  native(
    'a list of several choices',
    `<form><h2>Days</h2><ul id="a" role="listbox" aria-label="Open on" aria-multiselectable="true" tabindex="0"><li role="option" aria-selected="true">Mon</li><li role="option" aria-selected="false">Tue</li><li role="option" aria-selected="false">Wed</li></ul><button>Go</button></form>
      <script>for (const o of a.children) o.addEventListener('click', () => { o.setAttribute('aria-selected', String(o.ariaSelected !== 'true')) });
        globalThis.heldToo = () => ({ days: [...a.children].filter((o) => o.ariaSelected === 'true').map((o) => o.textContent).join() });</script>`,
    {
      schema: { open_on: { type: 'array', items: { enum: ['Mon', 'Tue', 'Wed'] }, default: ['Mon'] } },
      values: { 'Open on': ['Tue', 'Wed'] },
      held: { days: 'Tue,Wed' },
    },
  ),
  native(
    'boxes drawn by their labels',
    `<style>.v { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) } label { display: block } </style><form><h2>Extras</h2><input class="v" id="a" type="checkbox"><label for="a">Breakfast</label>
      <input class="v" id="b" type="radio" name="r" checked><label for="b">Sea</label><input class="v" id="c" type="radio" name="r"><label for="c">Hills</label><button>Go</button></form>`,
    {
      schema: { breakfast: { type: 'boolean' } },
      values: { Breakfast: true, R: 'Hills' },
      held: { a: true, b: false, c: true },
    },
  ),
];

export const FORM_CASES: readonly FormCase[] = [...NATIVE_CASES, ...SCRIPTED_CASES, ...WIDGET_CASES];
