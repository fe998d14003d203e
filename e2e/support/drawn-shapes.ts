import { type FormCase, native } from './form-pages.ts';

/** Hidden native lists that a page draws without any role, as nice-select, Chosen, Selectric and styled wrappers do. */
const DRAWN_LISTS: FormCase[] = [
  native(
    'a list drawn as a box with its options in it',
    `<form><label for="a">Fruit</label><select id="a" style="display:none"><option value="1">Apple</option><option value="2">Pear</option></select>
      <div class="nice" tabindex="0"><span class="current">Apple</span><ul hidden><li data-value="1">Apple</li><li data-value="2">Pear</li></ul></div><button>Go</button></form>
      <style>.nice { border: 1px solid; width: 120px; line-height: 30px } .nice ul { margin: 0 }</style>
      <script>const nice = document.querySelector('.nice'), list = nice.querySelector('ul'); nice.onclick = (e) => {
        if (e.target.localName === 'li') { a.value = e.target.dataset.value; nice.querySelector('.current').textContent = e.target.textContent; a.dispatchEvent(new Event('change', { bubbles: true })) }
        list.hidden = !list.hidden; };
        globalThis.heldToo = () => ({ shown: nice.querySelector('.current').textContent })</script>`,
    { schema: { fruit: { enum: ['Apple', 'Pear'] } }, values: { Fruit: 'Pear' }, held: { a: '2', shown: 'Pear' } },
  ),
  native(
    'two drawn lists beside each other',
    `<form><select id="a" aria-label="From" style="display:none"><option>Bern</option><option>Basel</option></select><div class="nice"><span>Bern</span><ul hidden><li>Bern</li><li>Basel</li></ul></div>
      <select id="b" aria-label="To" style="display:none"><option>Bern</option><option>Basel</option></select><div class="nice"><span>Basel</span><ul hidden><li>Bern</li><li>Basel</li></ul></div><button>Go</button></form>
      <style>.nice { border: 1px solid; width: 120px; line-height: 30px } .nice ul { margin: 0 }</style>
      <script>b.value = 'Basel'; for (const nice of document.querySelectorAll('.nice')) nice.onclick = (e) => { const list = nice.querySelector('ul');
        if (e.target.localName === 'li') { nice.previousElementSibling.value = e.target.textContent; nice.querySelector('span').textContent = e.target.textContent } list.hidden = !list.hidden };
        globalThis.heldToo = () => ({ shown: [...document.querySelectorAll('.nice span')].map((e) => e.textContent).join() })</script>`,
    {
      schema: { from: { enum: ['Bern', 'Basel'] }, to: {} },
      values: { From: 'Basel', To: 'Bern' },
      held: { a: 'Basel', b: 'Bern', shown: 'Basel,Bern' },
    },
  ),
  native(
    'a list whose options are drawn once it is opened',
    `<form><label for="a">Country</label><select id="a" style="display:none"><option>Norway</option><option>Sweden</option><option>Finland</option></select>
      <div class="chosen"><a class="single"><span>Norway</span><b>▾</b></a><ul hidden></ul></div><button>Go</button></form>
      <style>.chosen { width: 160px } .single { display: block; border: 1px solid; height: 28px }</style>
      <script>const box = document.querySelector('.single'), list = document.querySelector('.chosen ul');
        box.onmousedown = (e) => { e.preventDefault(); list.hidden = !list.hidden; list.replaceChildren(...[...a.options].map((o, i) => Object.assign(document.createElement('li'), { textContent: o.text, onmouseup() { a.selectedIndex = i; box.querySelector('span').textContent = o.text; list.hidden = true } }))) };
        globalThis.heldToo = () => ({ shown: box.querySelector('span').textContent })</script>`,
    {
      schema: { country: { enum: ['Norway', 'Sweden', 'Finland'] } },
      values: { Country: 'Finland' },
      held: { a: 'Finland', shown: 'Finland' },
    },
  ),
  native(
    'a list in a wrapper without size, with nothing chosen and its options drawn apart',
    `<form><div class="wrapper"><div style="width:0;height:0;overflow:hidden;position:relative"><select id="a" tabindex="-1" aria-label="Height"><option value=""></option><option>Low</option><option>High</option></select></div>
      <div class="box"><span class="label"></span><b>▾</b></div><div class="items" style="display:none"><ul><li></li><li>Low</li><li>High</li></ul></div></div><button>Go</button></form>
      <style>.box { border: 1px solid; width: 140px; height: 28px }</style>
      <script>const box = document.querySelector('.box'), items = document.querySelector('.items'); box.onclick = () => { items.style.display = 'block' };
        [...items.querySelectorAll('li')].forEach((li, i) => { li.onclick = () => { a.selectedIndex = i; box.querySelector('.label').textContent = li.textContent; items.style.display = 'none' } });
        globalThis.heldToo = () => ({ shown: box.querySelector('.label').textContent })</script>`,
    { schema: { height: { enum: ['Low', 'High'] } }, values: { Height: 'High' }, held: { a: 'High', shown: 'High' } },
  ),
  native(
    'a transparent list over the text of its choice',
    `<form><div style="position:relative;width:140px;height:30px"><span id="t">Small</span><select id="a" aria-label="Size" style="opacity:0;position:absolute;inset:0" onchange="t.textContent = this.selectedOptions[0].text"><option>Small</option><option>Large</option></select></div><button>Go</button></form>
      <script>globalThis.heldToo = () => ({ shown: t.textContent })</script><style>#t { display: block; width: 140px; height: 30px }</style>`,
    { schema: { size: { enum: ['Small', 'Large'] } }, values: { Size: 'Large' }, held: { a: 'Large', shown: 'Large' } },
  ),
  native(
    'a drawn list that does not follow, so that nothing is chosen that the user would not see',
    `<form><label for="a">Fruit</label><select id="a" style="display:none"><option>Apple</option><option>Pear</option></select><div style="width:120px;height:30px">Apple</div><button>Go</button></form>`,
    {
      schema: { fruit: { enum: ['Apple', 'Pear'] } },
      values: { Fruit: 'Pear' },
      held: { a: 'Apple' },
      results: { fruit: 'not-taken' },
    },
  ),
];

/** A calendar that numbers its days; `title` makes its head from a date, `locale` names the months. */
const calendar = (options: { title?: string; months?: number; closedFrom?: string; locale?: string } = {}) => {
  const { title = 'named', months = 1, closedFrom = '9999', locale = 'en' } = options;
  return `<p>Arrival: <input id="a" class="hasDatepicker" readonly></p><div id="c" hidden></div><script>
    let at = new Date(2027, 4, 1);
    const name = (d) => new Intl.DateTimeFormat('${locale}', { month: 'long', year: 'numeric' }).format(d);
    const iso = (d) => d.getFullYear() + '-' + String(d.getMonth() + 1).padStart(2, '0') + '-' + String(d.getDate()).padStart(2, '0');
    const lists = (d) => '<select class="month">' + Array.from({ length: 12 }, (_, i) => '<option' + (i === d.getMonth() ? ' selected' : '') + '>' + new Intl.DateTimeFormat('en', { month: 'short' }).format(new Date(2027, i, 1)) + '</option>').join('') + '</select><select><option>2026</option><option selected>' + d.getFullYear() + '</option></select>';
    const month = (d) => { const count = new Date(d.getFullYear(), d.getMonth() + 1, 0).getDate(), lead = d.getDay();
      const cells = [...Array(lead)].map((_, i) => '<td class="other">' + (31 - lead + i) + '</td>').concat([...Array(count)].map((_, i) => { const day = iso(new Date(d.getFullYear(), d.getMonth(), i + 1)); return day >= '${closedFrom}' ? '<td class="ui-state-disabled"><span>' + (i + 1) + '</span></td>' : '<td data-at="' + day + '"><a href="#">' + (i + 1) + '</a></td>' }), '<td class="other">1</td>', '<td class="other">2</td>');
      const rows = []; while (cells.length) rows.push('<tr>' + cells.splice(0, 7).join('') + '</tr>');
      return '<div><div class="title">' + ('${title}' === 'lists' ? lists(d) : name(d)) + '</div><table><thead><tr><th>Su</th><th>Mo</th><th>Tu</th><th>We</th><th>Th</th><th>Fr</th><th>Sa</th></tr></thead>' + rows.join('') + '</table></div>' };
    const draw = () => { c.hidden = false; c.innerHTML = '<a class="prev" title="Prev">‹</a><a class="next" title="Next">›</a>' + Array.from({ length: ${months} }, (_, i) => month(new Date(at.getFullYear(), at.getMonth() + i, 1))).join('');
      c.querySelector('.prev').onclick = () => { at = new Date(at.getFullYear(), at.getMonth() - 1, 1); draw() };
      c.querySelector('.next').onclick = () => { at = new Date(at.getFullYear(), at.getMonth() + 1, 1); draw() };
      for (const cell of c.querySelectorAll('[data-at]')) cell.onclick = (e) => { e.preventDefault(); a.value = cell.dataset.at; c.hidden = true } };
    a.onfocus = draw; document.addEventListener('keydown', (e) => { if (e.key === 'Escape') c.hidden = true });
  </script><button>Book</button>`;
};

const CALENDARS: FormCase[] = [
  native('a calendar that only numbers its days', `<form>${calendar()}</form>`, {
    schema: { arrival: { format: 'date' } },
    values: { Arrival: '2027-08-17' },
    held: { a: '2027-08-17' },
  }),
  native('a calendar with lists for the month and the year', `<form>${calendar({ title: 'lists' })}</form>`, {
    schema: { arrival: { format: 'date' } },
    values: { Arrival: '2027-03-02' },
    held: { a: '2027-03-02' },
  }),
  native('a calendar of two months', `<form>${calendar({ months: 2 })}</form>`, {
    schema: { arrival: { format: 'date' } },
    values: { Arrival: '2027-06-30' },
    held: { a: '2027-06-30' },
  }),
  native(
    'a calendar in Japanese',
    `<script>document.documentElement.lang = 'ja'</script><form>${calendar({ locale: 'ja' })}</form>`,
    { schema: { arrival: { format: 'date' } }, values: { Arrival: '2027-12-12' }, held: { a: '2027-12-12' } },
  ),
  native('a calendar with closed days', `<form>${calendar({ closedFrom: '2027-05-20' })}</form>`, {
    schema: { arrival: { format: 'date' } },
    values: { Arrival: '2027-05-21' },
    held: { a: '' },
    results: { arrival: 'no-such-option' },
  }),
];

/** Groups of fields that forms of shops, authorities and surveys have. */
const GROUPED_CASES: FormCase[] = [
  native(
    'a price range of two sliders',
    `<form><fieldset><legend>Price</legend><label>From <input id="a" type="range" min="0" max="500" step="10" value="0"></label><label>To <input id="b" type="range" min="0" max="500" step="10" value="500"></label></fieldset><button>Filter</button></form>`,
    { schema: { from: { maximum: 500 }, to: {} }, values: { From: 50, To: 200 }, held: { a: '50', b: '200' } },
  ),
  native(
    'people in repeated groups',
    `<form><h2>Travellers</h2><fieldset><legend>Person 1</legend><label>Name <input id="a"></label><label>Born <input id="b" type="date"></label></fieldset>
      <fieldset><legend>Person 2</legend><label>Name <input id="c"></label><label>Born <input id="d" type="date"></label></fieldset><button>Next</button></form>`,
    {
      title: 'Travellers',
      schema: { person_1_name: {}, person_2_name: {}, person_2_born: { format: 'date' } },
      values: { person_1_name: 'Ada', person_2_name: 'Grace', person_2_born: '1990-02-03' },
      held: { a: 'Ada', b: '', c: 'Grace', d: '1990-02-03' },
    },
  ),
  native(
    'a questionnaire in a table',
    `<form><h2>Survey</h2><table><thead><tr><td></td><th scope="col">Agree</th><th scope="col">Disagree</th></tr></thead><tbody>
      <tr><th scope="row">The light is warm</th><td><input type="radio" name="q1" id="a" value="1"></td><td><input type="radio" name="q1" id="b" value="2"></td></tr>
      <tr><th scope="row">The switch is quiet</th><td><input type="radio" name="q2" id="c" value="1"></td><td><input type="radio" name="q2" id="d" value="2"></td></tr></tbody></table><button>Send</button></form>`,
    {
      schema: {
        the_light_is_warm: { enum: ['Agree', 'Disagree'] },
        the_switch_is_quiet: { enum: ['Agree', 'Disagree'] },
      },
      values: { the_light_is_warm: 'Disagree', the_switch_is_quiet: 'Agree' },
      held: { a: false, b: true, c: true, d: false },
    },
  ),
  native(
    'a question before two radio buttons, without a group',
    `<form><h2>Visit</h2><p>Do you arrive by car?</p><label><input type="radio" name="car" id="a" value="y"> Yes</label> <label><input type="radio" name="car" id="b" value="n"> No</label><button>Next</button></form>`,
    {
      schema: { do_you_arrive_by_car: { enum: ['Yes', 'No'] } },
      values: { do_you_arrive_by_car: 'No' },
      held: { a: false, b: true },
    },
  ),
  native(
    'colours as radio buttons with pictures',
    `<form><fieldset><legend>Colour</legend><label><input type="radio" name="c" id="a"><img alt="Red" width="20" height="20"></label><label><input type="radio" name="c" id="b"><img alt="Blue" width="20" height="20"></label></fieldset><button>Add</button></form>`,
    { schema: { colour: { enum: ['Red', 'Blue'] } }, values: { Colour: 'Blue' }, held: { a: false, b: true } },
  ),
  native(
    'boxes in a tree',
    `<form><h2>Topics</h2><ul><li><label><input type="checkbox" id="a"> Light</label><ul><li><label><input type="checkbox" id="b"> Bulbs</label></li><li><label><input type="checkbox" id="c"> Lamps</label></li></ul></li></ul><button>Save</button></form>`,
    {
      schema: { light: { type: 'boolean' }, bulbs: {}, lamps: {} },
      values: { Bulbs: true },
      held: { a: false, b: true, c: false },
    },
  ),
  native(
    'a phone number with a list for the country',
    `<form><fieldset><legend>Phone</legend><select id="a" aria-label="Country code"><option value="+43">Austria (+43)</option><option value="+49">Germany (+49)</option></select><input id="b" type="tel" aria-label="Number"></fieldset><button>Save</button></form>`,
    {
      schema: { country_code: { enum: ['Austria (+43)', 'Germany (+49)'] }, number: {} },
      values: { country_code: '+49', Number: '30 123456' },
      held: { a: '+49', b: '30 123456' },
    },
  ),
  native(
    'fields with a unit beside them',
    `<form><h2>Parcel</h2><div><label for="a">Width</label><div><input id="a"><span>cm</span></div></div><div><label for="b">Weight</label><div><input id="b" type="number" step="0.1"><span>kg</span></div></div><button>Price</button></form>`,
    { schema: { width: {}, weight: {} }, values: { Width: '40', Weight: 2.5 }, held: { a: '40', b: '2.5' } },
  ),
  native(
    'a field that opens once another is chosen',
    `<form><fieldset><legend>Reason</legend><label><input type="radio" name="r" id="a" value="moved"> Moved</label><label><input type="radio" name="r" id="b" value="other"> Other</label></fieldset><label>Please explain <input id="c" disabled></label><button>Send</button></form>
      <script>for (const e of [a, b]) e.onchange = () => { c.disabled = !b.checked }</script>`,
    {
      schema: { reason: { enum: ['Moved', 'Other'] } },
      values: { Reason: 'Other', 'Please explain': 'Too loud' },
      held: { b: true, c: 'Too loud' },
    },
  ),
  native(
    'a search with a list of categories before it',
    `<form role="search"><select id="a" aria-label="Search in"><option>Everything</option><option>Lamps</option></select><input id="b" type="search" placeholder="Search"><button aria-label="Search">⌕</button></form>`,
    {
      schema: { search_in: { enum: ['Everything', 'Lamps'] } },
      values: { a: 'Lamps', b: 'brass' },
      held: { a: 'Lamps', b: 'brass' },
    },
  ),
  native(
    'a long text with a limit and a counter',
    `<form><label for="a">Message</label><textarea id="a" maxlength="40" oninput="n.textContent = 40 - this.value.length + ' left'"></textarea><span id="n">40 left</span><button>Send</button></form>
      <script>globalThis.heldToo = () => ({ left: n.textContent })</script>`,
    {
      schema: { message: { maxLength: 40 } },
      values: { Message: 'Two lamps, please' },
      held: { a: 'Two lamps, please', left: '23 left' },
    },
  ),
];

export const DRAWN_SHAPES: readonly FormCase[] = [...DRAWN_LISTS, ...CALENDARS, ...GROUPED_CASES];
