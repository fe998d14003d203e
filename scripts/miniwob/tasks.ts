import type { Page } from 'puppeteer-core';
import type { FieldKind, FieldValue, FormField } from '../../lib/contracts/index.ts';

/**
 * What a plan is made from: the text of the task, the fields that Sidenote lists, and what `facts` returned in the
 * page.
 */
export type Episode<Facts = unknown> = { query: string; fields: readonly FormField[]; facts: Facts };

export type Entry = { field: FormField; value: FieldValue };

/**
 * A task that asks to fill in a form. Plans are made from its text by patterns, so that only reading and filling are
 * measured.
 */
export type FormTask<Facts = unknown> = {
  /** Reads from the page what a person would look up there; runs in the page. */
  facts?: () => Facts;
  plan(episode: Episode<Facts>): Entry[];
  /** The text of the button that a person would press afterwards; without it, the only one. */
  button?(query: string): string;
  /** What is done after the button was pressed. */
  finish?(page: Page, query: string): Promise<void>;
  /** How often the form is filled, for tasks that answer with a hint. */
  rounds?: number;
};

function defineTask<Facts>(task: FormTask<Facts>): FormTask {
  return task as FormTask;
}

function match(text: string, pattern: RegExp): string[] {
  const [, ...groups] = pattern.exec(text) ?? [];
  if (groups.length === 0) throw new Error(`The task does not say ${pattern}: ${text}`);
  return groups.map((group) => group ?? '');
}

function find(fields: readonly FormField[], fits: (field: FormField) => boolean, what: string): FormField {
  const field = fields.find(fits);
  if (field === undefined) throw new Error(`No field is listed for ${what}.`);
  return field;
}

function findKind(fields: readonly FormField[], ...kinds: FieldKind[]): FormField {
  return find(fields, ({ kind }) => kinds.includes(kind), kinds.join(' or '));
}

function nth(fields: readonly FormField[], kind: FieldKind, position: string): FormField {
  const field = fields.filter((each) => each.kind === kind)[Number.parseInt(position, 10) - 1];
  if (field === undefined) throw new Error(`There is no ${position} field of the kind ${kind}.`);
  return field;
}

function findLabel(fields: readonly FormField[], pattern: RegExp): FormField {
  return find(fields, ({ label }) => pattern.test(label), String(pattern));
}

/** The text field for the answer, beside others that hold what is to be copied. */
function answerField(fields: readonly FormField[]): FormField {
  return find(fields, ({ fingerprint }) => fingerprint.attributes.includes('answer-input'), 'the answer');
}

const WRITE = defineTask({
  plan: ({ query, fields }) => [{ field: findKind(fields, 'text'), value: match(query, /"([^"]*)"/)[0] as string }],
});

function toIsoDate(text: string): string {
  const [month, day, year] = match(text, /(\d{1,2})\/(\d{1,2})\/(\d{4})/) as [string, string, string];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const DATE = defineTask({
  plan: ({ query, fields }) => [{ field: findKind(fields, 'date', 'calendar'), value: toIsoDate(query) }],
});

const BOXES = defineTask({
  plan({ query, fields }) {
    const [list = ''] = match(query, /^Select (.*) and click Submit/);
    const names = list === 'nothing' ? [] : list.split(', ');
    const boxes = fields.filter(({ kind }) => kind === 'checkbox');
    const missing = names.filter((name) => !boxes.some(({ label }) => label === name));
    if (missing.length > 0) throw new Error(`No box is listed for ${missing.join(', ')}.`);
    return boxes.map((field) => ({ field, value: names.includes(field.label) }));
  },
});

const SIMILAR_BOXES = defineTask<string[][]>({
  facts: () => (globalThis as unknown as { SYNONYMS: string[][] }).SYNONYMS,
  plan({ query, fields, facts }) {
    const [list = ''] = match(query, /similar to (.*) and click Submit/);
    const words = list.split(', ').flatMap((word) => facts.filter((group) => group.includes(word)).flat());
    return fields
      .filter(({ kind }) => kind === 'checkbox')
      .map((field) => ({ field, value: words.includes(field.label) }));
  },
});

const SUGGESTIONS = defineTask<string[]>({
  facts: () => (globalThis as unknown as { ui_utils: { COUNTRIES: string[] } }).ui_utils.COUNTRIES,
  plan({ query, fields, facts }) {
    const [start = '', end = ''] = match(query, /starts with "([^"]*)"(?: and ends with "([^"]*)")?/);
    const item = facts.find((each) => each.startsWith(start) && each.endsWith(end));
    if (item === undefined) throw new Error(`No item starts with ${start} and ends with ${end}.`);
    return [{ field: findKind(fields, 'text', 'combobox'), value: item }];
  },
});

const FILMS = defineTask({
  plan({ query, fields }) {
    const [genre = '', director = '', year = ''] = match(query, /for (.*) movies directed by (.*) from year (\d+)/);
    return [
      { field: findLabel(fields, /genre/i), value: genre },
      { field: findLabel(fields, /director/i), value: director },
      { field: findLabel(fields, /year|date/i), value: year },
    ];
  },
});

const FLIGHT = defineTask<string[]>({
  facts: () => {
    // biome-ignore lint/security/noGlobalEval: a constant of the page, which is no property of its window
    return globalThis.eval('DOMESTIC_FLIGHTS') as string[];
  },
  plan({ query, fields, facts }) {
    const [from = '', to = ''] = match(query, /from: (.*) to: (.*) on /);
    const airport = (name: string) => facts.find((each) => each.includes(name)) ?? name;
    return [
      { field: findLabel(fields, /^from/i), value: airport(from) },
      { field: findLabel(fields, /^to/i), value: airport(to) },
      { field: findKind(fields, 'calendar'), value: toIsoDate(query) },
    ];
  },
  button: () => 'Search',
  async finish(page, query) {
    await page.evaluate(
      (isCheapest) => {
        const flights = [...document.querySelectorAll('.flight')];
        const number = (flight: Element, selector: string, name: string) =>
          Number(flight.querySelector(selector)?.getAttribute(name));
        const measure = (flight: Element) =>
          isCheapest
            ? number(flight, '.flight-price', 'data-price')
            : number(flight, '.time-duration', 'data-duration');
        flights.sort((one, other) => measure(one) - measure(other));
        flights[0]?.querySelector<HTMLElement>('.flight-price')?.click();
      },
      /cheapest/.test(query),
    );
  },
});

/** The rows of the page's table, each as the texts of its cells. */
function tableRows(): string[][] {
  return [...document.querySelectorAll('#tab tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
  );
}

function lookUp(rows: readonly string[][], name: string): string {
  const value = rows.find(([key]) => key === name)?.[1];
  if (value === undefined) throw new Error(`The table has no row ${name}.`);
  return value;
}

/** The tasks of MiniWoB++ that ask to fill in a form, by the names of their pages. */
export const FORM_TASKS: Readonly<Record<string, FormTask>> = {
  'enter-text': WRITE,
  'enter-text-dynamic': WRITE,
  'enter-text-2': defineTask({
    plan({ query, fields }) {
      const [text = '', letters = ''] = match(query, /"([^"]*)" in all (upper|lower) case/);
      const value = letters === 'upper' ? text.toUpperCase() : text.toLowerCase();
      return [{ field: findKind(fields, 'text'), value }];
    },
  }),
  'enter-date': DATE,
  'enter-time': defineTask({
    plan({ query, fields }) {
      const [hour = '', minute = '', half = ''] = match(query, /(\d{1,2}):(\d{2})\s*([AP])M/);
      const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
      return [{ field: findKind(fields, 'time'), value: `${String(hours).padStart(2, '0')}:${minute}` }];
    },
  }),
  'choose-date': DATE,
  'choose-date-easy': DATE,
  'choose-date-medium': DATE,
  'choose-date-nodelay': DATE,
  'choose-list': defineTask({
    plan: ({ query, fields }) => [
      { field: findKind(fields, 'select'), value: match(query, /^Select (.*) from the list/)[0] as string },
    ],
  }),
  'click-scroll-list': defineTask({
    plan: ({ query, fields }) => [
      {
        field: findKind(fields, 'select'),
        value: (match(query, /^Select (.*) from the scroll list/)[0] as string).split(', '),
      },
    ],
  }),
  'click-option': defineTask({
    plan: ({ query, fields }) => [
      { field: findKind(fields, 'radios'), value: match(query, /^Select (.*) and click/)[0] as string },
    ],
  }),
  'click-checkboxes': BOXES,
  'click-checkboxes-large': BOXES,
  'click-checkboxes-transfer': BOXES,
  'click-checkboxes-soft': SIMILAR_BOXES,
  'use-autocomplete': SUGGESTIONS,
  'use-autocomplete-nodelay': SUGGESTIONS,
  'use-spinner': defineTask({
    plan: ({ query, fields }) => [
      { field: findKind(fields, 'spinbutton', 'number', 'text'), value: Number(match(query, /Select (-?\d+)/)[0]) },
    ],
  }),
  'multi-layouts': FILMS,
  'multi-orderings': FILMS,
  'form-sequence-2': defineTask({
    plan({ query, fields }) {
      const [button = '', number = '', box = ''] = match(
        query,
        /the (\d)\w\w radio button and enter the number "(-?\d+)" into the (\d)\w\w textbox/,
      );
      const radios = findKind(fields, 'radios');
      return [
        { field: radios, value: radios.options?.[Number(button) - 1] ?? '' },
        { field: nth(fields, 'text', box), value: number },
      ];
    },
  }),
  'form-sequence-3': defineTask({
    plan: ({ query, fields }) => [
      {
        field: findKind(fields, 'select', 'combobox'),
        value: match(query, /Choose (.*) from the dropdown/)[0] as string,
      },
    ],
    button: (query) => match(query, /labeled "([^"]*)"/)[0] as string,
  }),
  'book-flight': FLIGHT,
  'book-flight-nodelay': FLIGHT,
  'find-word': defineTask<string>({
    facts: () => document.querySelector('#area p')?.textContent ?? '',
    plan({ query, fields, facts }) {
      const [position = ''] = match(query, /the (\d+)\w\w word/);
      const word = facts.trim().split(/\s+/)[Number(position) - 1] ?? '';
      return [{ field: answerField(fields), value: word.replace(/[^a-zA-Z]+/g, '') }];
    },
  }),
  'copy-paste': defineTask({
    plan({ fields }) {
      const source = find(fields, ({ fingerprint }) => fingerprint.attributes.includes('to-copy'), 'the text to copy');
      return [{ field: answerField(fields), value: source.value ?? '' }];
    },
  }),
  'copy-paste-2': defineTask({
    plan: ({ query, fields }) => [
      {
        field: answerField(fields),
        value: nth(fields, 'text', match(query, /the (\d)\w\w text area/)[0] as string).value ?? '',
      },
    ],
  }),
  'read-table': defineTask({
    facts: tableRows,
    plan: ({ query, fields, facts }) => [
      { field: findKind(fields, 'text'), value: lookUp(facts, match(query, /value of (.*) into/)[0] as string) },
    ],
  }),
  'read-table-2': defineTask({
    facts: tableRows,
    plan: ({ fields, facts }) =>
      fields.map((field) => ({ field, value: lookUp(facts, field.label.replace(/:\s*$/, '')) })),
  }),
  'simple-arithmetic': defineTask<string>({
    facts: () => document.querySelector('#math-problem')?.textContent ?? '',
    plan({ fields, facts }) {
      const [first, sign, second] = match(facts, /(\d+) ([-+x]) (\d+)/) as [string, string, string];
      const [one, other] = [Number(first), Number(second)];
      const result = sign === '+' ? one + other : sign === '-' ? one - other : one * other;
      return [{ field: findKind(fields, 'text'), value: String(result) }];
    },
  }),
  'simple-algebra': defineTask<string>({
    facts: () => document.querySelector('#math-problem')?.textContent ?? '',
    plan({ fields, facts }) {
      const [first, sign, second, sum] = match(facts, /(\w+) ([-+]) (\w+) = (-?\d+)/) as [
        string,
        string,
        string,
        string,
      ];
      const known = Number(first === 'x' ? second : first);
      const result = sign === '+' ? Number(sum) - known : first === 'x' ? Number(sum) + known : known - Number(sum);
      return [{ field: findKind(fields, 'text'), value: String(result) }];
    },
  }),
  'visual-addition': defineTask<number>({
    facts: () => document.querySelectorAll('.addition-block').length,
    plan: ({ fields, facts }) => [{ field: findKind(fields, 'text'), value: String(facts) }],
  }),
  'text-transform': defineTask<string>({
    facts: () => document.querySelector('#captcha')?.textContent ?? '',
    plan: ({ fields, facts }) => [{ field: findKind(fields, 'text'), value: facts }],
  }),
  'guess-number': defineTask<{ isLower: boolean; last: number | null }>({
    rounds: 10,
    facts: () => {
      const isShown = (id: string) => document.getElementById(id)?.classList.contains('hide') === false;
      const last = document.querySelector<HTMLInputElement>('#tt')?.value ?? '';
      return { isLower: isShown('lower'), last: last === '' ? null : Number(last) };
    },
    plan: ({ fields, facts: { isLower, last } }) => [
      { field: findKind(fields, 'number'), value: last === null ? 5 : isLower ? last - 1 : last + 1 },
    ],
  }),
};
