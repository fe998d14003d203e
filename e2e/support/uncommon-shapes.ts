import { expect } from 'vitest';
import { type FormCase, native } from './form-pages.ts';

const describes = (text: string) => ({ description: expect.stringContaining(text) as string });

/** A custom element whose shadow tree contains a form. */
const ADDRESS_FORMS = `<script>customElements.define('address-form', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<form><h2>' + this.title + '</h2><label for="s">Street</label><input id="s"><label for="c">City</label><input id="c"><button>Save address</button></form>';
    this.shadowRoot.querySelector('form').onsubmit = (event) => { event.preventDefault(); globalThis.submitted = true; }; } });
  globalThis.heldToo = () => Object.fromEntries([...document.querySelectorAll('address-form')].map((e) => [e.title, [...e.shadowRoot.querySelectorAll('input')].map((i) => i.value).join()]))</script>`;

/** Fields whose name is written in an uncommon place. */
const UNCOMMON_NAMES: FormCase[] = [
  native(
    'a Japanese address that is looked up by its postcode',
    `<form><h2>お届け先</h2><dl><dt>お名前<span>必須</span></dt><dd><input id="a" name="name" placeholder="山田 太郎"></dd>
      <dt>郵便番号<span>必須</span></dt><dd>〒<input id="b" name="zip1" size="3" maxlength="3" inputmode="numeric"> - <input id="c" name="zip2" size="4" maxlength="4" inputmode="numeric"> <button type="button">住所検索</button></dd>
      <dt>都道府県</dt><dd><select id="d" name="pref"><option value="">選択してください</option><option value="13">東京都</option><option value="27">大阪府</option></select></dd>
      <dt>市区町村・番地</dt><dd><input id="e" name="address1"></dd></dl><button>確認画面へ進む</button></form>
      <script>c.oninput = () => { if (b.value + c.value === '1500001') setTimeout(() => { d.value = '13'; e.value = '渋谷区神宮前' }, 80) }</script>`,
    {
      title: 'お届け先',
      submit: '確認画面へ進む',
      schema: {
        name: describes('お名前'),
        zip1: { ...describes('郵便番号'), maxLength: 3 },
        zip2: { ...describes('郵便番号'), maxLength: 4 },
        pref: { ...describes('都道府県'), enum: ['東京都', '大阪府'] },
        address1: describes('市区町村'),
      },
      values: { name: '佐藤 花子', zip1: '150', zip2: '0001', pref: '東京都', address1: '渋谷区神宮前1-2-3' },
      // The page writes the town that it looks up over the address.
      held: { a: '佐藤 花子', b: '150', c: '0001', d: '13', e: '渋谷区神宮前' },
      results: { zip1: 'set', zip2: 'set', pref: 'set', address1: 'changed' },
    },
  ),
  native(
    'the unit after each field as its name',
    `<form><h2>Recipe</h2><fieldset><legend>Cooking time</legend><input id="a" type="number" min="0" style="width:4em"> hours <input id="b" type="number" min="0" max="59" style="width:4em"> minutes</fieldset><button>Save</button></form>`,
    {
      title: 'Recipe',
      schema: { hours: { type: 'integer' }, minutes: { type: 'integer', maximum: 59 } },
      values: { hours: 1, minutes: 45 },
      held: { a: '1', b: '45' },
    },
  ),
  native(
    'names in the table row above the fields',
    `<form><table><tr><td>First name</td><td>Last name</td></tr><tr><td><input id="a"></td><td><input id="b"></td></tr><tr><td>City</td><td>Phone</td></tr><tr><td><input id="c"></td><td><input id="d" type="tel"></td></tr></table><button>Send</button></form>`,
    {
      schema: { first_name: {}, last_name: {}, city: {}, phone: {} },
      values: { first_name: 'Ada', last_name: 'Byron', city: 'Bath', phone: '01225 1' },
      held: { a: 'Ada', b: 'Byron', c: 'Bath', d: '01225 1' },
    },
  ),
  native(
    'forms with the same fields in two shadow trees',
    `<address-form title="Billing address"></address-form><address-form title="Shipping address"></address-form>${ADDRESS_FORMS}`,
    {
      title: 'Shipping address',
      submit: 'Save address',
      schema: { street: {}, city: {} },
      values: { Street: 'Ring 1', City: 'Wien' },
      held: { 'Billing address': ',', 'Shipping address': 'Ring 1,Wien' },
    },
  ),
  native(
    'editable elements without a role',
    `<main><h1>New entry</h1><div><span>Headline</span><div id="a" contenteditable="plaintext-only" style="border:1px solid;min-height:1.4em"></div></div>
      <div><span>Text</span><div id="b" contenteditable style="border:1px solid;min-height:4em"></div></div><button>Publish</button></main>`,
    {
      title: 'New entry',
      submit: 'Publish',
      schema: { headline: { type: 'string' }, text: { type: 'string' } },
      values: { Headline: 'Low water', Text: 'At six.' },
      held: { a: 'Low water', b: 'At six.' },
    },
  ),
];

/** Values that are entered in an uncommon way. */
const UNCOMMON_VALUES: FormCase[] = [
  native(
    'boxes of one character that are no one-time code',
    `<form><h2>Manage my trip</h2><fieldset><legend>Booking reference</legend>${[1, 2, 3, 4, 5, 6].map((at) => `<input id="c${at}" maxlength="1" size="1" aria-label="Character ${at}">`).join('')}</fieldset><label>Last name <input id="n"></label><button>Find</button></form>
      <script>document.querySelectorAll('fieldset input').forEach((e) => { e.oninput = () => e.value && e.nextElementSibling?.focus() })</script>`,
    {
      schema: { character_1: { maxLength: 1 }, character_6: {}, last_name: {} },
      values: {
        character_1: 'X',
        character_2: '7',
        character_3: 'K',
        character_4: 'L',
        character_5: '2',
        character_6: 'P',
        last_name: 'Byron',
      },
      held: { c1: 'X', c2: '7', c3: 'K', c4: 'L', c5: '2', c6: 'P', n: 'Byron' },
    },
  ),
  native(
    'boxes of one character for a code that was sent',
    `<form><h2>Almost there</h2><p>Enter the 6 digits that we sent to your phone</p><div>${[1, 2, 3, 4, 5, 6].map((at) => `<input id="c${at}" maxlength="1" size="1" inputmode="numeric" aria-label="Digit ${at}">`).join('')}</div><label>Device name <input id="n"></label><button>Continue</button></form>`,
    {
      schema: { digit_1: null, digit_6: null, device_name: {} },
      values: { device_name: 'Laptop', digit_1: '1' },
      held: { c1: '', c6: '', n: 'Laptop' },
      results: { device_name: 'set', digit_1: 'secret' },
    },
  ),
  native(
    'secrets that are named by their column, and by the text after them',
    `<form><h2>Pay</h2><table><tr><td>Name</td><td>Card number</td></tr><tr><td><input id="a"></td><td><input id="b"></td></tr></table><h3>Place</h3><p><input id="c"> town <input id="d"> security code</p><button>Pay</button></form>`,
    {
      schema: { card_number: null, town: {}, security_code: null },
      values: { card_number: '4111', town: 'Bath', security_code: '123' },
      held: { a: '', b: '', c: 'Bath', d: '' },
      results: { card_number: 'secret', town: 'set', security_code: 'secret' },
    },
  ),
  native(
    'amounts of money with symbols',
    `<form><h2>Claim</h2><label for="a">Budget</label> <span>$</span><input id="a" inputmode="decimal"><br><label for="b">Rent</label> <input id="b" onblur="const n = Number(this.value.replace(/[^\\d.]/g, '')); this.value = '€ ' + n.toFixed(2)">
      <br><label for="c">家賃</label> <input id="c" name="rent" onblur="this.value = Number(this.value.replace(/\\D/g, '')).toLocaleString('ja') + '円'"><button>Send</button></form>`,
    {
      schema: { budget: {}, rent: describes('Rent') },
      values: { Budget: '1200.50', Rent: '950.5', 家賃: '85000' },
      held: { a: '1200.50', b: '€ 950.50', c: '85,000円' },
    },
  ),
  native(
    'numbers in several parts, and an amount of time in two units',
    `<form><h2>Delivery</h2><p>Phone ( <input id="a" size="3"> ) <input id="b" size="3"> - <input id="c" size="4"></p><p>Ready in: <input id="d" size="2"> days <input id="e" size="2"> hours</p><p>Price from <input id="f"> to <input id="g"> EUR</p><button>Save</button></form>`,
    {
      schema: { phone: {}, phone_2: {}, phone_3: {}, days: {}, hours: {}, price_from: {}, to: {} },
      values: { phone: '020', phone_2: '794', phone_3: '6000', days: '2', hours: '6', price_from: '10', to: '90' },
      held: { a: '020', b: '794', c: '6000', d: '2', e: '6', f: '10', g: '90' },
    },
  ),
  native(
    'a range of dates in one field',
    `<form><h2>Stay</h2><label for="a">Dates of your stay</label><input id="a" placeholder="YYYY-MM-DD – YYYY-MM-DD" onchange="this.setAttribute('aria-invalid', !/^\\d{4}-\\d\\d-\\d\\d – \\d{4}-\\d\\d-\\d\\d$/.test(this.value))"><button>Book</button></form>`,
    {
      schema: { dates_of_your_stay: describes('YYYY-MM-DD – YYYY-MM-DD') },
      values: { 'Dates of your stay': '2027-06-01 – 2027-06-05' },
      held: { a: '2027-06-01 – 2027-06-05' },
    },
  ),
  native(
    'a field that is shown once another is answered',
    `<form><h2>Parking</h2><fieldset><legend>Do you have a car?</legend><label><input id="y" type="radio" name="car"> Yes</label><label><input id="n" type="radio" name="car" checked> No</label></fieldset>
      <label id="l" hidden>Number plate <input id="a"></label><label>Flat <input id="b"></label><button>Send</button></form><script>y.onchange = n.onchange = () => { l.hidden = !y.checked }</script>`,
    {
      schema: { do_you_have_a_car: { enum: ['Yes', 'No'] }, number_plate: null, flat: {} },
      values: { 'Do you have a car?': 'Yes', Flat: '12' },
      held: { y: true, n: false, a: '', b: '12' },
    },
  ),
  native(
    'a phone number with a drawn list for the country',
    `<form><h2>Call me</h2><div style="display:flex"><button type="button" id="cc" aria-haspopup="listbox" aria-expanded="false" aria-label="Country code">🇺🇸 +1</button><input id="a" type="tel" aria-label="Phone number"></div><button>Call</button></form>
      <script>cc.onclick = () => { if (document.querySelector('ul')) return; cc.ariaExpanded = 'true'; const list = document.createElement('ul'); list.id = 'countries'; list.setAttribute('role', 'listbox'); cc.setAttribute('aria-controls', 'countries');
        for (const [flag, text, code] of [['🇺🇸', 'United States', '+1'], ['🇩🇪', 'Germany', '+49'], ['🇯🇵', 'Japan', '+81']]) { const li = document.createElement('li'); li.setAttribute('role', 'option'); li.textContent = text + ' (' + code + ')'; li.onclick = () => { cc.textContent = flag + ' ' + code; cc.ariaExpanded = 'false'; list.remove() }; list.append(li) }
        document.body.append(list) };
        document.addEventListener('keydown', (e) => { if (e.key === 'Escape') document.querySelector('ul')?.remove() });
        globalThis.heldToo = () => ({ code: cc.textContent })</script>`,
    {
      schema: { country_code: { type: 'string' }, phone_number: {} },
      values: { 'Country code': 'Germany (+49)', 'Phone number': '30 901820' },
      held: { code: '🇩🇪 +49', a: '30 901820' },
      results: { country_code: 'changed', phone_number: 'set' },
    },
  ),
  native(
    'a file to drop, which is left to the user',
    `<form><h2>Apply</h2><label>Name <input id="a"></label><label for="f" style="display:block;border:2px dashed;padding:2em">Drop your CV here, or choose a file</label><input id="f" type="file" style="position:absolute;opacity:0;width:1px;height:1px"><button>Apply</button></form>`,
    {
      schema: { name: {}, drop_your_cv_here_or_choose_a_file: null },
      values: { Name: 'Ada' },
      held: { a: 'Ada', f: '' },
    },
  ),
];

/** Choices and numbers that are drawn in an uncommon way. */
const UNCOMMON_CHOICES: FormCase[] = [
  native(
    'radio buttons without a box, drawn as cards',
    `<style>.k input { display: none } .k label { display: inline-block; border: 2px solid #999; padding: 1em } .k :checked + label { border-color: blue }</style><form><h2>Plan</h2><div class="k" role="radiogroup" aria-label="Your plan">
      <input id="a" type="radio" name="p" value="basic" checked><label for="a"><h3>Basic</h3><p>Free</p></label><input id="b" type="radio" name="p" value="pro"><label for="b"><h3>Pro</h3><p>9 € a month</p></label></div><button>Next</button></form>`,
    {
      title: 'Plan',
      schema: { your_plan: { enum: ['Basic Free', 'Pro 9 € a month'] } },
      values: { 'Your plan': 'Pro 9 € a month' },
      held: { a: false, b: true },
    },
  ),
  native(
    'stars that are drawn from right to left',
    `<style>.r { display: inline-flex; flex-direction: row-reverse } .r input { position: absolute; opacity: 0 } .r label { font-size: 28px; color: #aaa } .r :checked ~ label, .r label:hover ~ label { color: orange }</style>
      <form><h2>Review</h2><p id="q">How was the food?</p><div class="r" role="radiogroup" aria-labelledby="q">${[5, 4, 3, 2, 1].map((at) => `<input id="s${at}" type="radio" name="food" value="${at}"><label for="s${at}" title="${at} of 5">★</label>`).join('')}</div><label>Comment <textarea id="t"></textarea></label><button>Post</button></form>`,
    {
      title: 'Review',
      schema: { how_was_the_food: { type: 'string' }, comment: {} },
      values: { 'How was the food?': '4', Comment: 'Good.' },
      held: { s4: true, s5: false, t: 'Good.' },
    },
  ),
  native(
    'a table of boxes without names',
    `<form><h2>Times</h2><table><thead><tr><th></th><th>Morning</th><th>Evening</th></tr></thead><tbody><tr><th scope="row">Monday</th><td><input id="a" type="checkbox"></td><td><input id="b" type="checkbox"></td></tr>
      <tr><th scope="row">Tuesday</th><td><input id="c" type="checkbox"></td><td><input id="d" type="checkbox"></td></tr></tbody></table><button>Save</button></form>`,
    {
      title: 'Times',
      schema: { monday_morning: { type: 'boolean' }, tuesday_evening: { type: 'boolean' } },
      values: { monday_evening: true, tuesday_morning: true },
      held: { a: false, b: true, c: true, d: false },
    },
  ),
  native(
    'a table of drawn radio buttons that are named by their columns',
    `<style>.g { display: grid; grid-template-columns: 12em 5em 5em } [role=radio] { width: 20px; height: 20px; border: 1px solid; border-radius: 50% }</style><form><h2>Survey</h2><div class="g"><span></span><span id="no">No</span><span id="yes">Yes</span></div>
      ${['tidy', 'cheap'].map((id) => `<div class="g" role="radiogroup" aria-labelledby="${id}"><span id="${id}">It was ${id}</span><div role="radio" id="${id}-no" aria-checked="false" tabindex="0" aria-labelledby="no"></div><div role="radio" id="${id}-yes" aria-checked="false" tabindex="-1" aria-labelledby="yes"></div></div>`).join('')}<button>Send</button></form>
      <script>document.querySelectorAll('[role=radio]').forEach((e) => { e.onclick = () => { for (const each of e.parentElement.querySelectorAll('[role=radio]')) each.setAttribute('aria-checked', each === e) } })</script>`,
    {
      title: 'Survey',
      schema: { it_was_tidy: { enum: ['No', 'Yes'] }, it_was_cheap: { enum: ['No', 'Yes'] } },
      values: { 'It was tidy': 'Yes', 'It was cheap': 'No' },
      held: { 'tidy-yes': 'true', 'tidy-no': 'false', 'cheap-no': 'true', 'cheap-yes': 'false' },
    },
  ),
];

/** Shapes that were written after the others, as someone would who does not know how forms are read. */
export const UNCOMMON_SHAPES: FormCase[] = [...UNCOMMON_NAMES, ...UNCOMMON_VALUES, ...UNCOMMON_CHOICES];
