// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FieldValues, FillOutcome, FormDefinition } from '../../contracts/index.ts';
import { answerFormRequest } from './form-requests.ts';

const VALUES: FieldValues = { name: 'Ada', city: 'Wien', country: 'Japan' };

/** Two forms that are easily confused, with fields that a page would like to have filled. */
const PAGE = `<form id="f"><h2>Delivery</h2><label id="ln">Name <input id="n"></label><label id="lc">City <input id="c"></label>
  <label>Country <select id="s"><option>Austria</option><option>Japan</option></select></label>
  <label id="lp">Password <input id="p" type="password"></label><button id="b">Order</button></form>
  <form id="g"><h2>Pay</h2><label id="lx">Account <input id="x"></label><button>Pay</button></form>`;

const byId = (id: string) => document.getElementById(id) as HTMLInputElement;
const rename = (id: string, text: string) => {
  const [first] = byId(id).childNodes;
  if (first) first.nodeValue = text;
};

/** Changes of a page between the card and the filling. Each must stop the filling. */
const CHANGES: Record<string, () => void> = {
  'a label is exchanged': () => rename('ln', 'Account '),
  'two labels change places': () => {
    rename('ln', 'City ');
    rename('lc', 'Name ');
  },
  'a field becomes a password': () => {
    byId('n').type = 'password';
  },
  'a field becomes a date': () => {
    byId('c').type = 'date';
  },
  'a field is locked': () => {
    byId('n').disabled = true;
  },
  'a field is read-only': () => {
    byId('n').readOnly = true;
  },
  'a field goes': () => byId('n').remove(),
  'a field is hidden': () => {
    byId('ln').style.display = 'none';
  },
  'a field moves into another form': () => byId('g').append(byId('ln')),
  'a field is drawn again under another name': () => {
    byId('ln').outerHTML = '<label>Account <input id="n"></label>';
  },
  'a field is there twice': () => {
    byId('n').remove();
    byId('f').insertAdjacentHTML('afterbegin', '<label>Name <input></label><label>Name <input></label>');
  },
  'an option is exchanged': () => {
    (byId('s').querySelectorAll('option')[1] as Element).textContent = 'Mallory';
  },
  'the button says something else': () => {
    byId('b').textContent = 'Pay 900';
  },
  'the title is another': () => {
    (document.querySelector('h2') as HTMLElement).textContent = 'Transfer';
  },
  'the form is another': () => {
    const [one, other] = [byId('f').innerHTML, byId('g').innerHTML];
    byId('f').innerHTML = other;
    byId('g').innerHTML = one.replace('Order', 'Send now');
  },
  'everything is gone': () => {
    document.body.innerHTML = '';
  },
};

let submits = 0;
const onSubmit = (event: Event) => {
  if (!event.defaultPrevented) submits += 1;
};
let documentId = '';
let fills = 0;

beforeEach(async () => {
  document.body.innerHTML = PAGE;
  submits = 0;
  window.addEventListener('submit', onSubmit);
  const answer = await answerFormRequest({ type: 'list' });
  documentId = answer.type === 'forms' ? answer.documentId : '';
});
afterEach(() => window.removeEventListener('submit', onSubmit));

async function list(): Promise<FormDefinition> {
  const answer = await answerFormRequest({ type: 'list' });
  if (answer.type !== 'forms') throw new Error(answer.type);
  return answer.forms[0] as FormDefinition;
}

async function fill(form: FormDefinition, values: FieldValues = VALUES): Promise<FillOutcome> {
  fills += 1;
  const until = Number.MAX_SAFE_INTEGER;
  return (await answerFormRequest({
    type: 'fill',
    fillId: `hostile ${fills}`,
    documentId,
    form,
    values,
    until,
  })) as FillOutcome;
}

/** Every value in the page that is one of the approved values. */
const written = () =>
  [...document.querySelectorAll('input, select')].flatMap((each) => {
    const { value } = each as HTMLInputElement;
    return ['Ada', 'Wien', 'Japan'].includes(value) ? [value] : [];
  });

describe('a hostile form', () => {
  const all = Object.entries(CHANGES);
  const pairs = all.flatMap(([one, first], index) =>
    all.slice(index + 1).map(([other, second]) => [`${one}, and then ${other}`, first, second] as const),
  );

  test.each(Object.entries(CHANGES))('is left as it is if it changes before it is filled in: %s', async (_, change) => {
    const form = await list();
    change();
    expect(await fill(form)).toMatchObject({ type: 'stopped' });
    expect(written()).toEqual([]);
    expect(submits).toBe(0);
  });

  test('gets nothing by any two changes in a row', async () => {
    let stopped = 0;
    for (const [name, first, second] of pairs) {
      document.body.innerHTML = PAGE;
      const form = await list();
      first();
      try {
        second();
      } catch {
        // The first change has removed what the second one needs.
      }
      const outcome = await fill(form);
      if (outcome.type === 'stopped') stopped += 1;
      expect(written(), name).toEqual([]);
    }
    expect(stopped).toBe(pairs.length);
  });

  test('gets nothing into a field that it hides meanwhile', async () => {
    const form = await list();
    byId('n').addEventListener('input', () => {
      byId('lc').style.display = 'none';
    });
    const outcome = await fill(form, { name: 'Ada', city: 'Wien' });
    expect(outcome).toMatchObject({ fields: [{ status: 'set' }, { status: 'refused', reason: 'not-seen' }] });
    expect(byId('c').value).toBe('');
  });

  test.each<[string, () => void]>([
    ['is given the label of another', CHANGES['two labels change places'] as () => void],
    ['moves into another form', () => byId('g').append(byId('lc'))],
    ['becomes a number', () => byId('c').setAttribute('type', 'number')],
  ])('gets nothing into a field that %s while others are filled in', async (_, change) => {
    const form = await list();
    byId('n').addEventListener('input', change);
    const outcome = await fill(form, { name: 'Ada', city: 'Wien' });
    expect(outcome).toMatchObject({
      fields: [{ status: 'set' }, { key: 'city', status: 'refused', reason: 'differs' }],
    });
    expect(byId('c').value).toBe('');
  });

  test.each([
    ['c', 'city', () => rename('lc', 'Account ')],
    ['c', 'city', () => byId('g').append(byId('lc'))],
    ['s', 'country', () => rename(byId('s').parentElement?.id ?? '', 'Account ')],
  ])('gets nothing into a field that changes as it gets the focus: %s', async (id, key, change) => {
    const form = await list();
    (byId('s').parentElement as HTMLElement).id = 'ls';
    byId(id).addEventListener('focus', change);
    const before = byId(id).value;
    expect(await fill(form, { [key]: VALUES[key] ?? '' })).toMatchObject({ fields: [{ reason: 'differs' }] });
    expect(byId(id).value).toBe(before);
  });

  test('gets nothing into a combobox that changes as it gets the focus', async () => {
    byId('c').setAttribute('role', 'combobox');
    const form = await list();
    byId('c').addEventListener('focus', () => rename('lc', 'Account '));
    expect(await fill(form, { city: 'Wien' })).toMatchObject({ fields: [{ reason: 'differs' }] });
    expect(byId('c').value).toBe('');
  });

  test('is left unchanged if it has a second field of the same name', async () => {
    const form = await list();
    byId('ln').insertAdjacentHTML('beforebegin', '<label>Name <input id="twin"></label>');
    expect(await fill(form)).toMatchObject({ type: 'stopped', differences: [{ what: 'ambiguous', key: 'name' }] });
    expect(written()).toEqual([]);
  });

  test('gets nothing into a field that it redraws with another label as it gets the focus', async () => {
    const form = await list();
    byId('n').addEventListener('input', () => {
      byId('lc').outerHTML = '<label id="lc">City <input id="c"></label>';
      byId('c').addEventListener('focus', () => rename('lc', 'Account '));
    });
    expect(await fill(form, { name: 'Ada', city: 'Wien' })).toMatchObject({
      fields: [{ status: 'set' }, { reason: 'differs' }],
    });
    expect(byId('c').value).toBe('');
  });

  test('gets nothing into a field that it hides as it gets the focus', async () => {
    const form = await list();
    byId('c').addEventListener('focus', () => byId('lc').setAttribute('style', 'display:none'));
    expect(await fill(form, { city: 'Wien' })).toMatchObject({ fields: [{ reason: 'not-seen' }] });
    expect(byId('c').value).toBe('');
  });

  test.each<[string, (box: HTMLElement) => void]>([
    [
      'gives another name',
      (box) => {
        if (box.nextSibling) box.nextSibling.nodeValue = ' I agree to pay';
      },
    ],
    ['hides', (box) => box.parentElement?.setAttribute('style', 'display:none')],
  ])('gets no tick into a box of a group that it %s in the meantime', async (_, change) => {
    const boxes = ['Mon', 'Tue'].map((day) => `<label><input type="checkbox" name="d" id="${day}"> ${day}</label>`);
    document.body.innerHTML = `<form><fieldset><legend>Days</legend>${boxes.join('')}</fieldset><button>Go</button></form>`;
    const form = await list();
    byId('Mon').addEventListener('input', () => change(byId('Tue')));
    await fill(form, { days: ['Mon', 'Tue'] });
    expect([byId('Mon').checked, byId('Tue').checked]).toEqual([true, false]);
  });

  test('gets no click on a custom box that turns into another one as it is pressed', async () => {
    document.body.innerHTML =
      '<form><span id="l">Newsletter</span><span id="box" role="checkbox" tabindex="0" aria-checked="false" aria-labelledby="l"></span><button>Go</button></form>';
    const form = await list();
    let clicks = 0;
    byId('box').addEventListener('mousedown', () => rename('l', 'I agree to pay'));
    byId('box').addEventListener('click', () => {
      clicks += 1;
    });
    expect(await fill(form, { newsletter: true })).toMatchObject({ fields: [{ reason: 'differs' }] });
    expect(clicks).toBe(0);
  });

  test('is not sent if it is in a shadow tree', async () => {
    document.body.innerHTML = '<form-host></form-host>';
    const root = (document.querySelector('form-host') as HTMLElement).attachShadow({ mode: 'open' });
    root.innerHTML = '<form><h2>Order</h2><label>Name <input id="n"></label><button>Go</button></form>';
    const inner = root.querySelector('form') as HTMLFormElement;
    let sent = 0;
    inner.addEventListener('submit', () => {
      sent += 1;
    });
    root.querySelector('input')?.addEventListener('change', () => inner.requestSubmit());
    const form = await list();
    expect(await fill(form, { name: 'Ada' })).toMatchObject({ hasTriedToSend: true });
    expect(sent).toBe(0);
  });

  test('is not filled if the page has made it inert', async () => {
    const form = await list();
    byId('f').setAttribute('inert', '');
    expect(await fill(form)).toMatchObject({ type: 'stopped' });
    expect(written()).toEqual([]);
  });

  test.each([
    ['asks for it', () => (document.getElementById('f') as HTMLFormElement).requestSubmit()],
    ['presses the button', () => byId('b').click()],
  ])('is not sent by a page that %s while it is filled in', async (_, send) => {
    const form = await list();
    byId('c').addEventListener('change', send);
    expect(await fill(form)).toMatchObject({ type: 'filled', hasTriedToSend: true });
    expect(submits).toBe(0);
  });

  test('gets no password, regardless of what is requested', async () => {
    const form = await list();
    const outcome = await fill(form, { ...VALUES, password: 'Ada' });
    expect(outcome.type === 'stopped' || byId('p').value === '').toBe(true);
    expect(byId('p').value).toBe('');
  });

  test('cannot have invisible fields listed', async () => {
    const hidden = [
      '<label style="display:none">A <input></label>',
      '<label>C <input type="hidden"></label>',
      '<label style="visibility:hidden">D <input></label>',
      '<label style="opacity:0">E <input></label>',
      '<div aria-hidden="true" style="display:none"><label>F <input></label></div>',
    ];
    document.body.innerHTML = `<form><h2>Delivery</h2><label>Name <input></label>${hidden.join('')}<button>Go</button></form>`;
    expect((await list()).fields.map(({ label }) => label)).toEqual(['Name']);
  });
});
