import { type FormCase, native } from './form-pages.ts';

/** Ways in which forms are laid out: in tables, lists, steps, tabs and scrolling parts. */
const LAYOUT_CASES: FormCase[] = [
  native(
    'a table of fields with one button',
    `<form><h2>Prices</h2><table><thead><tr><th>Part</th><th>Net</th><th>Gross</th></tr></thead><tbody>
      <tr><th scope="row">Bulb</th><td><input id="a"></td><td><input id="b"></td></tr>
      <tr><th scope="row">Cable</th><td><input id="c"></td><td><input id="d"></td></tr></tbody></table><button>Save</button></form>`,
    {
      title: 'Prices',
      submit: 'Save',
      schema: { bulb_net: {}, bulb_gross: {}, cable_net: {}, cable_gross: {} },
      values: { bulb_gross: '12', cable_net: '7' },
      held: { a: '', b: '12', c: '7', d: '' },
    },
  ),
  native(
    'a list of rows with the same field',
    `<form><h2>Basket</h2><ul><li><b>Lamp</b> <label>Quantity <input id="a" value="1"></label></li>
      <li><b>Bulb</b> <label>Quantity <input id="b" value="2"></label></li></ul><button>Update</button></form>`,
    {
      title: 'Basket',
      schema: { lamp_quantity: {}, bulb_quantity: {} },
      values: { bulb_quantity: '5' },
      held: { a: '1', b: '5' },
    },
  ),
  native(
    'a step of several',
    `<form><h2>Order</h2><p>Step 2 of 3</p><div style="display:none"><label>Name <input id="a" value="Ada"></label></div>
      <div><label>Street <input id="b"></label><label>City <input id="c"></label></div><div style="display:none"><label>Delivery day <input id="d" type="date"></label></div>
      <button type="button">Back</button><button type="button">Next</button></form>`,
    {
      title: 'Order',
      submit: 'Next',
      schema: { street: {}, city: {}, name: null, delivery_day: null },
      values: { Street: 'Ring 1', City: 'Wien' },
      held: { a: 'Ada', b: 'Ring 1', c: 'Wien', d: '' },
    },
  ),
  native(
    'a list of settings, with the text beside each control',
    `<main><h1>Notifications</h1><div class="row"><div><div>Weekly summary</div><small>Every Monday</small></div><input type="checkbox" id="a" role="switch"></div>
      <div class="row"><div><div>Language</div></div><select id="b"><option>English</option><option>German</option></select></div><button>Save</button></main>
      <style>.row { display: flex; justify-content: space-between }</style>`,
    {
      title: 'Notifications',
      schema: { language: { enum: ['English', 'German'] } },
      values: { a: true, Language: 'German' },
      held: { a: true, b: 'German' },
    },
  ),
  native(
    'a modal dialog with a form that closes it',
    `<dialog id="dlg"><form method="dialog"><h2>New folder</h2><label>Folder name <input id="a"></label><button value="cancel" formnovalidate>Cancel</button><button value="ok">Create</button></form></dialog>
      <form><label>Search <input id="b" type="search"></label></form><script>dlg.showModal(); document.body.append(dlg)</script>`,
    {
      title: 'New folder',
      schema: { folder_name: {} },
      values: { 'Folder name': 'Lamps' },
      held: { a: 'Lamps', b: '' },
    },
  ),
  native(
    'tabs, of which one is open',
    `<form><h2>Profile</h2><div role="tablist"><button type="button" role="tab" aria-selected="true">Person</button><button type="button" role="tab" aria-selected="false">Job</button></div>
      <div role="tabpanel" aria-label="Person"><label>Name <input id="a"></label></div><div role="tabpanel" aria-label="Job" hidden><label>Company <input id="b"></label></div><button>Save</button></form>`,
    {
      title: 'Profile',
      submit: 'Save',
      schema: { name: {}, company: null },
      values: { Name: 'Ada' },
      held: { a: 'Ada', b: '' },
    },
  ),
  native(
    'details, of which one is open',
    `<form><h2>Filter</h2><details open><summary>Price</summary><label>At most <input id="a" type="number"></label></details>
      <details><summary>Size</summary><label>At least <input id="b" type="number"></label></details><button>Apply</button></form>`,
    { schema: { at_most: { type: 'integer' }, at_least: null }, values: { 'At most': 20 }, held: { a: '20', b: '' } },
  ),
  native(
    'fields below the window, under a bar at its lower edge',
    `<form><h2>Long</h2>${Array.from({ length: 40 }, (_, index) => `<p style="height:40px"><label>Field ${index} <input id="f${index}"></label></p>`).join('')}<button>Go</button></form>
      <div style="position:fixed;left:0;right:0;bottom:0;height:90px;background:#ddd">Unsaved changes</div>`,
    {
      schema: { field_0: {}, field_39: {} },
      values: { 'Field 10': 'a', 'Field 25': 'b', 'Field 36': 'c' },
      held: { f10: 'a', f25: 'b', f36: 'c' },
    },
  ),
  native(
    'fields above the window, under a bar at its upper edge',
    `<div style="position:sticky;top:0;height:90px;background:#ddd">Shop</div><form><h2>Long</h2>${Array.from({ length: 40 }, (_, index) => `<p style="height:40px"><label>Field ${index} <input id="f${index}"></label></p>`).join('')}<button>Go</button></form>
      <script>scrollTo(0, 9999)</script>`,
    {
      schema: { field_0: {} },
      values: { 'Field 5': 'a', 'Field 3': 'b' },
      held: { f5: 'a', f3: 'b' },
    },
  ),
  native(
    'a part of the page that scrolls',
    `<form><h2>Terms</h2><div style="height:120px;overflow:auto">${Array.from({ length: 20 }, (_, index) => `<p><label>Item ${index} <input id="f${index}"></label></p>`).join('')}</div><button>Go</button></form>`,
    { schema: { item_0: {}, item_19: {} }, values: { 'Item 0': 'a', 'Item 19': 'b' }, held: { f0: 'a', f19: 'b' } },
  ),
  native(
    'fields outside their form',
    `<form id="f"><h2>Offer</h2><button>Send offer</button></form><p><label>Sum <input id="a" form="f"></label></p><p><label>Reason <input id="b" form="f"></label></p>`,
    {
      title: 'Offer',
      submit: 'Send offer',
      schema: { sum: {}, reason: {} },
      values: { Sum: '9', Reason: 'Old' },
      held: { a: '9', b: 'Old' },
    },
  ),
  native(
    'a set of fields that is closed as a whole, and one in a part without effect',
    `<form><h2>Plan</h2><label>Name <input id="a"></label><fieldset disabled><legend>Team</legend><label>Seats <input id="b" type="number"></label></fieldset><div inert><label>Code name <input id="c"></label></div><button>Go</button></form>`,
    { schema: { name: {}, seats: null, code_name: null }, values: { Name: 'Ada' }, held: { a: 'Ada', b: '', c: '' } },
  ),
  native(
    'a list of terms and fields',
    `<form><h2>Car</h2><dl><dt>Make</dt><dd><input id="a"></dd><dt>Year</dt><dd><input id="b" type="number"></dd></dl><button>Go</button></form>`,
    {
      schema: { make: {}, year: { type: 'integer' } },
      values: { Make: 'Fiat', Year: 1970 },
      held: { a: 'Fiat', b: '1970' },
    },
  ),
];

/** Ways in which fields are named. */
const NAME_CASES: FormCase[] = [
  native(
    'labels after their fields, and labels for screen readers',
    `<style>.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }</style><form><div><input id="a" placeholder=" "><label for="a">First name</label></div>
      <label for="b" class="sr">Last name</label><input id="b" placeholder="Lovelace"><button>Go</button></form>`,
    {
      schema: { first_name: {}, last_name: {} },
      values: { 'First name': 'Ada', 'Last name': 'King' },
      held: { a: 'Ada', b: 'King' },
    },
  ),
  native(
    'a name of two parts, by reference',
    `<form><h2>Hours</h2><span id="d">Monday</span><span id="e">Tuesday</span><span id="o">opens</span><input id="a" aria-labelledby="d o" type="time"><input id="b" aria-labelledby="e o" type="time"><button>Go</button></form>`,
    {
      schema: { monday_opens: {}, tuesday_opens: {} },
      values: { 'Monday opens': '08:30', 'Tuesday opens': '09:00' },
      held: { a: '08:30', b: '09:00' },
    },
  ),
  native(
    'consent with a link in its label',
    `<form><h2>Join</h2><label><input id="a" type="checkbox"> I accept the <a href="/elsewhere.html">terms of use</a></label><button>Go</button></form>`,
    {
      schema: { i_accept_the_terms_of_use: { type: 'boolean' } },
      values: { 'I accept the terms of use': true },
      held: { a: true },
    },
  ),
  native(
    'labels in other scripts',
    `<form dir="rtl" lang="ar"><h2>الشحن</h2><label>المدينة <input id="a"></label><label>الشارع <input id="b"></label><button>إرسال</button></form>`,
    {
      title: 'الشحن',
      submit: 'إرسال',
      schema: {},
      values: { المدينة: 'القاهرة', الشارع: 'النيل' },
      held: { a: 'القاهرة', b: 'النيل' },
    },
  ),
  native(
    'a date in three parts',
    `<form><h2>Person</h2><fieldset><legend>Date of birth</legend><input id="a" aria-label="Day" size="2"><select id="b" aria-label="Month"><option value="">–</option><option value="5">May</option><option value="12">December</option></select><input id="c" aria-label="Year" size="4"></fieldset><button>Go</button></form>`,
    {
      schema: { day: {}, month: { enum: ['May', 'December'] }, year: {} },
      values: { Day: '10', Month: 'December', Year: '1815' },
      held: { a: '10', b: '12', c: '1815' },
    },
  ),
];

/** Controls that are drawn by their labels or by scripts. */
const DRAWN_CASES: FormCase[] = [
  native(
    'several boxes of one name, drawn by their labels',
    `<style>.v { position: absolute; opacity: 0; width: 1px; height: 1px; top: 0; left: 0 } label { display: inline-block; padding: 8px; border: 1px solid }</style><header style="position:absolute;top:0;left:0;width:300px;height:40px;background:#eee">Shop</header>
      <form style="margin-top:60px"><fieldset><legend>Days</legend><input class="v" id="a" type="checkbox" name="d" value="1"><label for="a">Mon</label><input class="v" id="b" type="checkbox" name="d" value="2"><label for="b">Tue</label>
      <input class="v" id="c" type="checkbox" name="d" value="3"><label for="c">Wed</label></fieldset><button>Go</button></form>`,
    {
      schema: { days: { type: 'array', items: { enum: ['Mon', 'Tue', 'Wed'] } } },
      values: { Days: ['Tue', 'Wed'] },
      held: { a: false, b: true, c: true },
    },
  ),
  native(
    'radio buttons as cards',
    `<style>.card { display: block; border: 1px solid; padding: 12px } .card input { position: absolute; opacity: 0 }</style><form><fieldset><legend>Delivery</legend>
      <label class="card"><input id="a" type="radio" name="d" checked><b>Post</b> <small>3 days</small></label><label class="card"><input id="b" type="radio" name="d"><b>Courier</b> <small>Today</small></label></fieldset><button>Go</button></form>`,
    {
      schema: { delivery: { enum: ['Post 3 days', 'Courier Today'] } },
      values: { Delivery: 'Courier Today' },
      held: { a: false, b: true },
    },
  ),
  native(
    'stars',
    `<style>.s input { position: absolute; width: 1px; height: 1px; clip-path: inset(50%) } .s label { font-size: 24px }</style><form><fieldset class="s"><legend>Rating</legend>${[1, 2, 3, 4, 5].map((stars) => `<input id="s${stars}" type="radio" name="r" value="${stars}"><label for="s${stars}" aria-label="${stars} stars">★</label>`).join('')}</fieldset><button>Go</button></form>`,
    {
      schema: { rating: { type: 'string' } },
      values: { Rating: '4 stars' },
      held: { s4: true, s5: false },
    },
  ),
  native(
    'a switch drawn beside a hidden box',
    `<style>.w { position: relative; display: inline-block; width: 50px; height: 24px } .w input { opacity: 0; width: 0; height: 0 } .w span { position: absolute; inset: 0; background: #888; border-radius: 12px }</style>
      <form><label class="w"><input id="a" type="checkbox" aria-label="Dark mode"><span></span></label><button>Go</button></form>`,
    { schema: { dark_mode: { type: 'boolean' } }, values: { 'Dark mode': true }, held: { a: true } },
  ),
  native(
    'a number with buttons beside it',
    `<form><label for="a">Guests</label><button type="button" onclick="a.stepDown()">−</button><input id="a" type="number" min="0" max="9" value="2"><button type="button" onclick="a.stepUp()">+</button><button>Go</button></form>`,
    { submit: 'Go', schema: { guests: { type: 'integer', maximum: 9 } }, values: { Guests: 5 }, held: { a: '5' } },
  ),
  native(
    'masks for a phone, a date and a price',
    `<form><label>Phone <input id="a" oninput="const d = this.value.replace(/\\D/g, '').slice(0, 10); this.value = d.length < 4 ? d : '(' + d.slice(0, 3) + ') ' + d.slice(3, 6) + '-' + d.slice(6)"></label>
      <label>Day <input id="b" placeholder="DD/MM/YYYY" oninput="const d = this.value.replace(/\\D/g, '').slice(0, 8); this.value = [d.slice(0, 2), d.slice(2, 4), d.slice(4)].filter(Boolean).join('/')"></label>
      <label>Price <input id="c" onblur="this.value = Number(this.value).toLocaleString('en-US', { minimumFractionDigits: 2 })"></label><button>Go</button></form>`,
    {
      schema: { phone: {}, day: {}, price: {} },
      values: { Phone: '5551234567', Day: '17/05/2027', Price: '1234.5' },
      held: { a: '(555) 123-4567', b: '17/05/2027', c: '1,234.50' },
    },
  ),
  native(
    'a field that makes tags of its texts',
    `<form><label for="a">Topics</label><span id="tags"></span><input id="a" onchange="if (this.value) { tags.textContent += '[' + this.value + ']'; this.value = '' }"><label>Name <input id="b"></label><button>Go</button></form>
      <script>globalThis.heldToo = () => ({ tags: tags.textContent })</script>`,
    {
      schema: { topics: {}, name: {} },
      values: { Topics: 'lamps', Name: 'Ada' },
      held: { tags: '[lamps]', b: 'Ada' },
      results: { topics: 'not-taken', name: 'set' },
    },
  ),
  native(
    'an editor with a bar of buttons',
    `<form><h2>Post</h2><div role="toolbar"><button type="button">B</button><button type="button">I</button></div><div id="a" contenteditable="true" role="textbox" aria-multiline="true" aria-label="Body" style="min-height:3em;border:1px solid"><p>old <b>text</b></p></div><button>Publish</button></form>`,
    { schema: { body: { default: 'old text' } }, values: { Body: 'new words' }, held: { a: 'new words' } },
  ),
  native(
    'a text field whose suggestions come from a server',
    `<form><label for="a">City</label><input id="a" role="combobox" aria-expanded="false" aria-controls="p" aria-autocomplete="list"><label>Zip <input id="b"></label><button>Go</button></form><ul id="p" role="listbox" hidden></ul>
      <script>let timer; a.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(() => { p.hidden = false; a.ariaExpanded = 'true';
        p.innerHTML = ['Graz', 'Grado'].filter((c) => c.toLowerCase().startsWith(a.value.toLowerCase())).map((c) => '<li role="option">' + c + '</li>').join('');
        for (const o of p.children) o.onclick = () => { a.value = o.textContent; b.value = '8010'; p.hidden = true; a.ariaExpanded = 'false'; }; }, 400); });</script>`,
    { schema: { city: {} }, values: { City: 'Graz' }, held: { a: 'Graz', b: '8010' } },
  ),
  native(
    'radio buttons drawn as a bar',
    `<form><h2>View</h2><div role="radiogroup" aria-label="Unit"><button type="button" role="radio" aria-checked="true" id="a">Metres</button><button type="button" role="radio" aria-checked="false" id="b">Feet</button></div><button>Go</button></form>
      <script>for (const e of [a, b]) e.onclick = () => { for (const o of [a, b]) o.setAttribute('aria-checked', String(o === e)) };
        globalThis.heldToo = () => ({ unit: b.ariaChecked })</script>`,
    { schema: { unit: { enum: ['Metres', 'Feet'] } }, values: { Unit: 'Feet' }, held: { unit: 'true' } },
  ),
  native(
    'a list with groups that a button opens',
    `<form><button type="button" id="a" aria-haspopup="listbox" aria-expanded="false" aria-controls="p" aria-label="Fruit">Choose</button><button>Go</button></form>
      <div id="p" role="listbox" hidden><div role="group" aria-label="Sour"><div role="option">Lemon</div></div><div role="group" aria-label="Sweet"><div role="option">Fig</div><div role="option">Date</div></div></div>
      <script>a.onclick = () => { p.hidden = !p.hidden; a.ariaExpanded = String(!p.hidden) }; for (const o of p.querySelectorAll('[role=option]')) o.onclick = () => { a.textContent = o.textContent; p.hidden = true; a.ariaExpanded = 'false' };
        globalThis.heldToo = () => ({ fruit: a.textContent })</script>`,
    { schema: { fruit: { type: 'string' } }, values: { Fruit: 'Fig' }, held: { fruit: 'Fig' } },
  ),
];

/** Fields in shadow trees. */
const SHADOW_CASES: FormCase[] = [
  native(
    'fields of a form that are elements of their own',
    `<form><h2>Lamp</h2><lamp-field label="Watts"></lamp-field><lamp-field label="Colour"></lamp-field><button>Go</button></form><script>
      customElements.define('lamp-field', class extends HTMLElement { static formAssociated = true; constructor() { super(); this.internals = this.attachInternals(); const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = '<label>' + this.getAttribute('label') + ' <input></label>'; root.querySelector('input').oninput = (e) => this.internals.setFormValue(e.target.value); } });
      globalThis.heldToo = () => ({ values: [...document.querySelectorAll('lamp-field')].map((e) => e.shadowRoot.querySelector('input').value).join() })</script>`,
    {
      title: 'Lamp',
      submit: 'Go',
      schema: { watts: {}, colour: {} },
      values: { Watts: '40', Colour: 'red' },
      held: { values: '40,red' },
    },
  ),
  native(
    'a label of the page in a slot of a field',
    `<form><h2>Lamp</h2><lamp-slot>Watts</lamp-slot><button>Go</button></form><script>
      customElements.define('lamp-slot', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = '<label><slot></slot> <input></label>'; } });
      globalThis.heldToo = () => ({ value: document.querySelector('lamp-slot').shadowRoot.querySelector('input').value })</script>`,
    { schema: { watts: {} }, values: { Watts: '40' }, held: { value: '40' } },
  ),
  native(
    'a form in a shadow tree that submits at a change',
    `<h1>Shop</h1><lamp-form></lamp-form><script>
      customElements.define('lamp-form', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({ mode: 'closed' });
        root.innerHTML = '<form><label>Sort by <select id="s" onchange="this.form.requestSubmit()"><option>Price</option><option>Name</option></select></label><button>Go</button></form>';
        root.querySelector('form').addEventListener('submit', (e) => { e.preventDefault(); globalThis.submitted = true; });
        globalThis.heldToo = () => ({ sort: root.querySelector('select').value }); } });</script>`,
    { schema: { sort_by: {} }, values: { 'Sort by': 'Name' }, held: { sort: 'Name' } },
  ),
  native(
    'shadow trees in shadow trees',
    `<h1>Shop</h1><lamp-outer></lamp-outer><script>
      customElements.define('lamp-inner', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<label>Watts <input></label>'; } });
      customElements.define('lamp-outer', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<form><lamp-inner></lamp-inner><button>Buy</button></form>'; } });
      globalThis.heldToo = () => ({ value: document.querySelector('lamp-outer').shadowRoot.querySelector('lamp-inner').shadowRoot.querySelector('input').value })</script>`,
    { submit: 'Buy', schema: { watts: {} }, values: { Watts: '25' }, held: { value: '25' } },
  ),
];

export const FORM_SHAPES: readonly FormCase[] = [...LAYOUT_CASES, ...NAME_CASES, ...DRAWN_CASES, ...SHADOW_CASES];
