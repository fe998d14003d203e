// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FieldResult, FieldValue, FillOutcome, FormDefinition, FormRequest } from '../../contracts/index.ts';
import { answerFormRequest, listPageForms } from './form-requests.ts';

let form: FormDefinition;
let documentId = '';
let fillId = 0;

function show(html: string): void {
  document.body.innerHTML = html;
  [form] = listPageForms(document) as [FormDefinition];
}

const element = (id: string) => document.getElementById(id) as HTMLInputElement;

const ask = async (request: FormRequest) => (await answerFormRequest(request)) as FillOutcome;
const undo = () => ask({ type: 'undo', fillId: String(fillId), documentId });

async function fill(values: Record<string, FieldValue>): Promise<FillOutcome> {
  fillId += 1;
  return ask({ type: 'fill', fillId: String(fillId), documentId, form, values, until: Number.MAX_SAFE_INTEGER });
}

async function results(values: Record<string, FieldValue>): Promise<string[]> {
  const outcome = await fill(values);
  if (outcome.type !== 'filled') throw new Error(JSON.stringify(outcome));
  return outcome.fields.map((field: FieldResult) => (field.status === 'refused' ? field.reason : field.status));
}

/** Makes a drawn control react to a click. */
const onClick = (id: string, act: (clicked: HTMLElement) => void) =>
  element(id).addEventListener('click', () => act(element(id)));
const toggle = (name: string) => (clicked: HTMLElement) =>
  clicked.setAttribute(name, String(clicked.getAttribute(name) !== 'true'));

beforeEach(async () => {
  document.body.innerHTML = '';
  const answer = await answerFormRequest({ type: 'list' });
  documentId = answer.type === 'forms' ? answer.documentId : '';
});

describe('filling in', () => {
  test('ends after 20 s, and says which fields had no turn', async () => {
    show('<form><label>Name <input id="a"></label><label>City <input id="b"></label><button>Go</button></form>');
    const now = Date.now();
    element('a').addEventListener('change', () => vi.spyOn(Date, 'now').mockReturnValue(now + 21_000));
    expect(await results({ name: 'Ada', city: 'Bath' })).toEqual(['set', 'timeout']);
    vi.restoreAllMocks();
    expect(element('b').value).toBe('');
  });

  test('reads a form again once, if the page draws it anew once', async () => {
    const labels = ['A', 'B', 'C', 'D', 'E', 'F'];
    const html = labels.map((label) => `<label>${label} <input id="${label}"></label>`).join('');
    show(`<form>${html}<button>Go</button></form>`);
    element('A').addEventListener('change', () => {
      document.body.innerHTML = `<form>${html}<button>Go</button></form>`;
      element('A').value = '1';
    });
    const walk = vi.spyOn(document, 'createTreeWalker');
    listPageForms(document);
    const walksToRead = walk.mock.calls.length;
    walk.mockClear();
    expect(await results(Object.fromEntries(labels.map((label) => [label.toLowerCase(), '1'])))).toEqual(
      labels.map(() => 'set'),
    );
    // Before filling, once meanwhile, and once at the end.
    expect(walk.mock.calls.length).toBeLessThan(4 * walksToRead);
    vi.restoreAllMocks();
  });

  test('sets native controls of each kind', async () => {
    show(`<form><label>Name <input id="n"></label><label>Note <textarea id="t"></textarea></label><label>Age <input id="a" type="number"></label>
      <label>Day <input id="d" type="date"></label><label>News <input id="c" type="checkbox"></label>
      <fieldset><legend>Plan</legend><label><input type="radio" name="p" value="1">Basic</label><label><input id="r" type="radio" name="p" value="2">Team</label></fieldset>
      <fieldset><legend>Days</legend><label><input id="m" type="checkbox" name="w" checked>Mon</label><label><input id="u" type="checkbox" name="w">Tue</label></fieldset>
      <label>Country <select id="s"><option value="">–</option><option value="at">Austria</option></select></label>
      <label>Tags <select id="l" multiple><option>a</option><option selected>b</option></select></label><button>Go</button></form>`);
    const values = {
      name: 'Ada',
      note: 'One\nTwo',
      age: 36,
      day: '2027-05-17',
      news: true,
      plan: 'TEAM',
      days: ['Tue'],
      country: 'at',
      tags: ['a'],
    };
    expect(await results(values)).toEqual(Object.keys(values).map(() => 'set'));
    expect([element('n').value, element('t').value, element('a').value, element('d').value]).toEqual([
      'Ada',
      'One\nTwo',
      '36',
      '2027-05-17',
    ]);
    expect([element('c').checked, element('r').checked, element('m').checked, element('u').checked]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(element('s').value).toBe('at');
    expect([...(element('l') as unknown as HTMLSelectElement).options].map(({ selected }) => selected)).toEqual([
      true,
      false,
    ]);
  });

  test('sends the page the same events as typing', async () => {
    show('<form><label>Name <input id="n"></label></form>');
    const events: string[] = [];
    for (const type of ['focus', 'input', 'change', 'blur'])
      element('n').addEventListener(type, () => events.push(type));
    await fill({ name: 'Ada' });
    expect(new Set(events)).toEqual(new Set(['focus', 'input', 'change', 'blur']));
    expect(events.indexOf('input')).toBeLessThan(events.indexOf('change'));
  });

  test('operates drawn boxes, radio buttons, lists, sliders and spin buttons', async () => {
    show(`<form><span id="c" role="checkbox" aria-checked="false" aria-label="Agree"></span>
      <div role="radiogroup" aria-label="Class"><span id="r1" role="radio" aria-checked="true">First</span><span id="r2" role="radio" aria-checked="false">Second</span></div>
      <ul role="listbox" aria-label="Days" aria-multiselectable="true"><li id="o1" role="option" aria-selected="true">Mon</li><li id="o2" role="option" aria-selected="false">Tue</li></ul>
      <span id="v" role="slider" tabindex="0" aria-label="Volume" aria-valuemin="0" aria-valuemax="9" aria-valuenow="3"></span>
      <span id="s" role="spinbutton" tabindex="0" aria-label="Copies" aria-valuenow="5"></span></form>`);
    onClick('c', toggle('aria-checked'));
    onClick('r2', () => {
      element('r1').setAttribute('aria-checked', 'false');
      element('r2').setAttribute('aria-checked', 'true');
    });
    for (const id of ['o1', 'o2']) onClick(id, toggle('aria-selected'));
    for (const id of ['v', 's']) {
      element(id).addEventListener('keydown', ({ key }) => {
        const step = /Right|Up/.test(key) ? 1 : -1;
        element(id).setAttribute('aria-valuenow', String(Number(element(id).getAttribute('aria-valuenow')) + step));
      });
    }
    const values = { agree: true, class: 'Second', days: ['Tue'], volume: 7, copies: 2 };
    expect(await results(values)).toEqual(['set', 'set', 'set', 'set', 'set']);
    expect(await results({ volume: 99 })).toEqual(['invalid']);
  });

  test('opens a list, chooses from it and closes it', async () => {
    show(`<form><button type="button" id="b" role="combobox" aria-label="Colour" aria-expanded="false" aria-controls="p">None</button></form>
      <ul id="p" role="listbox" style="display:none"><li id="o" role="option">Red</li></ul>`);
    const setOpen = (isOpen: boolean) => {
      element('p').style.display = isOpen ? '' : 'none';
      element('b').setAttribute('aria-expanded', String(isOpen));
    };
    onClick('b', () => setOpen(true));
    onClick('o', () => {
      element('b').textContent = 'Red';
      setOpen(false);
    });
    expect(await results({ colour: 'red' })).toEqual(['set']);
    expect(await results({ colour: 'Blue' })).toEqual(['no-such-option']);
  });

  test('types into a filtering list, and keeps words that are not in it', async () => {
    show(
      '<form><input id="t" role="combobox" aria-label="Town" aria-controls="p" aria-expanded="true"></form><ul id="p" role="listbox"></ul>',
    );
    const draw = () => {
      const towns = ['Graz', 'Linz'].filter((town) => town.startsWith(element('t').value));
      element('p').innerHTML = towns.map((town) => `<li role="option">${town}</li>`).join('');
      for (const option of element('p').querySelectorAll('li'))
        option.addEventListener('click', () => {
          element('t').value = option.textContent ?? '';
          element('t').dataset.chosen = element('t').value;
        });
    };
    element('t').addEventListener('input', draw);
    expect(await results({ town: 'Linz' })).toEqual(['set']);
    expect(element('t').dataset.chosen).toBe('Linz');
    expect(await results({ town: 'Elsewhere' })).toEqual(['set']);
    expect(await results({ town: '' })).toEqual(['set']);
    expect(element('t').value).toBe('');
  });

  test('writes into an editable element', async () => {
    show('<form><div id="e" contenteditable aria-label="Text">old</div></form>');
    Object.assign(document, {
      execCommand: (_command: string, _showsDialog: boolean, text = '') => {
        element('e').textContent = text;
        return true;
      },
    });
    expect(await results({ text: 'new words' })).toEqual(['set']);
  });

  test('brings the old values back', async () => {
    show(
      '<form><label>Name <input id="n" value="Eve"></label><label>City <input id="r" required></label><label>News <input id="c" type="checkbox"></label></form>',
    );
    await fill({ name: 'Ada', city: 'Wien', news: true });
    // An empty required field was there before.
    const all = [{ status: 'set' }, { status: 'set' }, { status: 'set' }];
    expect(await undo()).toMatchObject({ type: 'filled', fields: all });
    expect([element('n').value, element('r').value, element('c').checked]).toEqual(['Eve', '', false]);
    expect(await ask({ type: 'undo', fillId: 'another', documentId })).toEqual({ type: 'replaced' });
  });

  test('is done once for an approval, however often it is asked for', async () => {
    show('<form><label>Name <input id="n"></label></form>');
    const request = {
      type: 'fill',
      fillId: 'once',
      documentId,
      form,
      values: { name: 'Ada' },
      until: Date.now() + 60_000,
    } as const;
    const [first, again] = await Promise.all([ask(request), ask(request)]);
    expect(again).toBe(first);
    element('n').value = 'Grace';
    expect(await ask(request)).toBe(first);
    expect(element('n').value).toBe('Grace');
  });

  test('does not begin after its approval has ended, nor in another document', async () => {
    show('<form><label>Name <input id="n"></label></form>');
    const request = {
      type: 'fill',
      fillId: 'late',
      documentId,
      form,
      values: { name: 'Ada' },
      until: Date.now() - 1,
    } as const;
    expect(await ask(request)).toEqual({ type: 'late' });
    expect(await ask({ ...request, documentId: 'another', until: Date.now() + 60_000 })).toEqual({ type: 'replaced' });
    expect(element('n').value).toBe('');
  });

  test('shows the fields and the button of a form, without a change to the page', async () => {
    show('<form><label>Name <input id="n"></label><button id="b">Send</button></form>');
    const html = document.body.innerHTML;
    const shown: Element[] = [];
    Element.prototype.scrollIntoView = function () {
      shown.push(this);
    };
    for (const part of ['fields', 'button'] as const) await ask({ type: 'show', documentId, form, part });
    expect(shown).toEqual([element('n'), element('b')]);
    expect(document.body.innerHTML).toBe(html);
  });

  test('follows no link that a control is in', async () => {
    show(
      '<form><a href="/elsewhere"><span id="c" role="checkbox" aria-checked="false" aria-label="Agree"></span></a></form>',
    );
    onClick('c', toggle('aria-checked'));
    expect(await fill({ agree: true })).toMatchObject({ fields: [{ status: 'set' }], hasTriedToSend: true });
  });

  test('lets the page not submit', async () => {
    show('<form><label>Sort <select id="s"><option>Price</option><option>Name</option></select></label></form>');
    let submits = 0;
    document.addEventListener('submit', () => {
      submits += 1;
    });
    element('s').addEventListener('change', () =>
      element('s').form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );
    expect(await fill({ sort: 'Name' })).toMatchObject({ hasTriedToSend: true });
    expect(submits).toBe(0);
    element('s').form?.dispatchEvent(new Event('submit', { bubbles: true }));
    expect(submits).toBe(1);
  });
});

describe('the result of a field', () => {
  test.each([
    ['set', 'written in the way of the page', (input: HTMLInputElement) => (input.value = '12 34-5')],
    ['changed', 'of which the page made another value', (input: HTMLInputElement) => (input.value = 'X')],
    ['not-taken', 'that the page put back', (input: HTMLInputElement) => (input.value = 'old')],
    [
      'invalid',
      'that the page does not accept',
      (input: HTMLInputElement) => input.setAttribute('aria-invalid', 'true'),
    ],
    ['gone', 'that the page removed', (input: HTMLInputElement) => input.remove()],
    ['secret', 'that became a password field', (input: HTMLInputElement) => (input.type = 'password')],
  ])('is %s for one %s', async (expected, _what, act) => {
    show('<form><label for="n">Number</label><input id="n" value="old"></form>');
    element('n').addEventListener('change', () => act(element('n')));
    expect(await results({ number: '12345' })).toEqual([expected]);
  });

  test.each([
    ['secret', '<label>Item <input type="password"></label>', 'item', '1'],
    ['secret', '<label>PIN <input></label>', 'pin', '1'],
    ['file', '<label>Item <input type="file"></label>', 'item', '1'],
    ['read-only', '<label>Item <input readonly></label>', 'item', '1'],
    ['disabled', '<label>Item <input disabled></label>', 'item', '1'],
    ['no-such-option', '<label>Item <select><option>A</option></select></label>', 'item', 'B'],
    ['wrong-type', '<label>Item <input type="checkbox"></label>', 'item', 'yes'],
    ['wrong-type', '<label>Item <input></label>', 'item', true],
    ['invalid', '<label>Item <input maxlength="2"></label>', 'item', '123'],
    ['invalid', '<label>Item <input type="number" max="5"></label>', 'item', 9],
    ['unknown-field', '<label>Item <input></label>', 'other', '1'],
  ])('is %s: %s', async (expected, html, key, value) => {
    show(`<form>${html}</form>`);
    expect(await results({ [key]: value })).toEqual([expected]);
  });

  test.each([
    ['changed', '12.5', '125'],
    ['changed', '1234', '12.34'],
    ['changed', '-5', '5'],
    ['changed', "O'Brien", 'OBrien'],
    ['changed', 'Ring 1/2', 'Ring 12'],
    ['changed', 'a.b@example.org', 'ab@example.org'],
    ['changed', 'Ring 1', 'Weg 1'],
    ['changed', '007', '7'],
    ['set', '1234.5', '1.234,50 €'],
    ['set', '1234.5', '1,234.50'],
    ['set', '5551234567', '(555) 123-4567'],
    ['set', '(555) 123-4567', '5551234567'],
    ['set', '20', 'EUR 20.00'],
    ['set', 'sw1a1aa', 'SW1A 1AA'],
    ['set', '17.5.2027', '17. 5. 2027'],
  ])('is %s for %s of which the page makes %s', async (status, value, now) => {
    show('<form><label>Field <input id="n"></label></form>');
    element('n').addEventListener('change', () => {
      element('n').value = now;
    });
    expect(await results({ field: value })).toEqual([status]);
  });

  test.each([
    ['invalid', 'finds wrong a little later', (input: HTMLInputElement) => input.setAttribute('aria-invalid', 'true')],
    [
      'changed',
      'replaces a little later',
      (input: HTMLInputElement) => {
        input.value = 'Eve';
      },
    ],
  ])('is %s for a value that a page with scripts %s', async (status, _what, act) => {
    show('<form><label>Name <input id="n"></label></form><script type="text/plain"></script>');
    element('n').addEventListener('change', () => setTimeout(() => act(element('n')), 100));
    expect(await results({ name: 'Ada' })).toEqual([status]);
  });

  test('waits for a field that is marked as busy', async () => {
    show('<form><label>Name <input id="n"></label></form><script type="text/plain"></script>');
    element('n').addEventListener('change', () => {
      element('n').setAttribute('aria-busy', 'true');
      setTimeout(() => {
        element('n').removeAttribute('aria-busy');
        element('n').setAttribute('aria-invalid', 'true');
      }, 700);
    });
    expect(await results({ name: 'Ada' })).toEqual(['invalid']);
  });

  test('reports what the page rejected', async () => {
    show('<form><label>Name <input id="n" aria-describedby="e"></label><p id="e">Too short</p></form>');
    element('n').addEventListener('blur', () => element('n').setAttribute('aria-invalid', 'true'));
    expect(await fill({ name: 'A' })).toMatchObject({
      fields: [{ reason: 'invalid', message: 'Too short', value: 'A' }],
    });
  });
});

describe('a form that was redrawn', () => {
  const draw = (label = 'Name', more = '') =>
    `<form><h2>Sign up</h2><label>${label} <input id="n" name="n"></label><label>Town <input id="t"></label>${more}<button>Join</button></form>`;

  test('is filled if it is as it was approved', async () => {
    show(draw());
    document.body.innerHTML = draw();
    expect(await results({ name: 'Ada' })).toEqual(['set']);
    expect(element('n').value).toBe('Ada');
  });

  test('is filled in even if it is redrawn at each change', async () => {
    show(draw());
    const held: Record<string, string> = {};
    document.body.addEventListener('change', ({ target }) => {
      const input = target as HTMLInputElement;
      held[input.id] = input.value;
      document.body.innerHTML = draw();
      for (const [id, value] of Object.entries(held)) element(id).value = value;
    });
    expect(await results({ name: 'Ada', town: 'Graz' })).toEqual(['set', 'set']);
  });

  test.each([
    ['label', () => draw('Beneficiary')],
    ['gone', () => draw().replace(/<label>Name.*?<\/label>/, '')],
    [
      'ambiguous',
      () =>
        draw('Name', '<label>Name <input id="n" name="n"></label>').replace('<label>Town <input id="t"></label>', ''),
    ],
    ['form', () => draw().replace('Join', 'Pay')],
    ['form', () => draw().replace('Sign up', 'Transfer')],
    ['state', () => draw().replace('name="n"', 'type="password" name="n"')],
    ['kind', () => draw().replace('name="n"', 'type="checkbox" name="n"')],
  ])('with another %s is not filled in at all', async (what, redraw) => {
    show(draw());
    const html = redraw();
    // The elements may be reused.
    const first = document.body.querySelector('h2') as HTMLElement;
    if (html.includes('Transfer')) first.textContent = 'Transfer';
    else if (html.includes('Pay')) (document.querySelector('button') as HTMLElement).textContent = 'Pay';
    else document.body.innerHTML = html;
    const outcome = await fill({ name: 'Ada', town: 'Graz' });
    expect(outcome.type).toBe('stopped');
    expect(outcome.type === 'stopped' && outcome.differences.map((each) => each.what)).toContain(what);
    expect([...document.querySelectorAll('input')].map(({ value }) => value).join('')).not.toMatch(/Ada|Graz/);
  });

  test('is not filled if the field has moved into another form', async () => {
    show(`${draw()}<form aria-label="Transfer"><label>Sum <input></label><button>Pay</button></form>`);
    document.querySelectorAll('form')[1]?.prepend(element('n').parentElement as HTMLElement);
    expect(await fill({ name: 'Ada' })).toMatchObject({
      type: 'stopped',
      differences: [{ what: 'form', key: 'name' }],
    });
    expect(element('n').value).toBe('');
  });

  test('is not filled if its choices are other ones', async () => {
    const list = (option: string) =>
      `<form><label>Plan <select id="s"><option>Free</option><option>${option}</option></select></label></form>`;
    show(list('Team'));
    document.body.innerHTML = list('Gold');
    expect(await fill({ plan: 'Free' })).toMatchObject({
      type: 'stopped',
      differences: [{ what: 'options', before: 'Free | Team', now: 'Free | Gold' }],
    });
  });

  test('is not filled if two forms are alike', async () => {
    show(draw());
    document.body.innerHTML = draw() + draw();
    expect(await fill({ name: 'Ada' })).toMatchObject({ type: 'stopped', differences: [{ what: 'ambiguous' }] });
  });
});
