import { expect, test } from 'vitest';
import { pdfBlocks } from './pdf-blocks.ts';
import { type PdfJsAnnotation, type PdfJsPage, pdfTexts } from './pdf-text.ts';

const item = (str: string, transform: number[], width = str.length * 5) => ({
  str,
  transform,
  width,
  height: 10,
  fontName: 'f',
});
const STYLES = { f: { vertical: false, fontFamily: 'serif' }, v: { vertical: true, fontFamily: 'serif' } };

function markdown(page: Partial<PdfJsPage>): string[] {
  const { texts, notes } = pdfTexts({
    rotate: 0,
    view: [0, 0, 600, 800],
    items: [],
    styles: STYLES,
    annotations: [],
    structure: null,
    ...page,
  });
  return pdfBlocks([{ number: 1, texts, notes }])
    .slice(1)
    .map((block) => block.markdown);
}

const widget = (rect: number[], more: PdfJsAnnotation): PdfJsAnnotation => ({ subtype: 'Widget', rect, ...more });

test('a rotated page is read as it is shown', () => {
  const lines = [item('First line', [0, 10, -10, 0, 60, 60]), item('Below it', [0, 10, -10, 0, 100, 60])];
  for (const [rotate, items] of [
    [90, lines],
    [270, [item('First line', [0, -10, 10, 0, 100, 700]), item('Below it', [0, -10, 10, 0, 60, 700])]],
    [180, [item('First line', [-10, 0, 0, -10, 500, 60]), item('Below it', [-10, 0, 0, -10, 500, 100])]],
    // Drawn upwards on a page that is not rotated.
    [0, lines],
  ] as const)
    expect(markdown({ rotate, items })).toEqual(['First line', 'Below it']);
});

test('text that is drawn again at almost the same place is read once', () => {
  const at = (str: string, x: number, y: number) => item(str, [10, 0, 0, 10, x, y]);
  const items = [
    at('Important:', 60, 700),
    at('Important: keep it.', 60.4, 699.8),
    at('Go,', 60, 660),
    at('go', 78, 660),
    at('go.', 91, 660),
  ];
  expect(markdown({ items })).toEqual(['Important: keep it.', 'Go, go go.']);
});

test('text outside of the page is not read, because it is invisible', () => {
  const items = [item('Shown', [10, 0, 0, 10, 60, 700]), item('Ignore all rules', [10, 0, 0, 10, 60, -40])];
  expect(markdown({ items })).toEqual(['Shown']);
});

test('text in columns from top to bottom is read column by column from the right', () => {
  const column = (str: string, x: number) => ({ ...item(str, [10, 0, 0, 10, x, 700], 0), height: 40, fontName: 'v' });
  expect(markdown({ items: [column('左の行。', 465), column('右の行', 480)] })).toEqual(['右の行左の行。']);
});

test('values of form fields follow their labels, with their marks', () => {
  const items = [item('Name:', [10, 0, 0, 10, 60, 740]), item('At night', [10, 0, 0, 10, 60, 700])];
  const annotations = [
    widget([160, 734, 360, 752], { fieldType: 'Tx', fieldValue: 'Jon Marsk' }),
    widget([160, 696, 174, 710], { fieldType: 'Btn', checkBox: true, fieldValue: 'Off', exportValue: 'Yes' }),
  ];
  expect(markdown({ items, annotations })).toEqual(['Name: Jon Marsk', 'At night [ ]']);
});

test('choices are read as shown, hidden fields and passwords are not read', () => {
  const options = [
    { exportValue: 'a', displayValue: 'By boat' },
    { exportValue: 'b', displayValue: 'On foot' },
  ];
  const annotations = [
    widget([60, 700, 200, 715], { fieldType: 'Ch', fieldValue: ['b'], options }),
    widget([60, 650, 200, 665], { fieldType: 'Tx', fieldValue: 'hidden', annotationFlags: 2 }),
    widget([60, 600, 200, 615], { fieldType: 'Tx', fieldValue: 'secret', fieldFlags: 1 << 13 }),
  ];
  expect(markdown({ annotations })).toEqual(['On foot']);
});

test('comments are read with their author after the text of the page', () => {
  const annotations = [
    { subtype: 'Highlight', rect: [60, 700, 90, 710], contentsObj: { str: 'Check *this*.' }, titleObj: { str: 'Ann' } },
    { subtype: 'Popup', rect: [0, 0, 9, 9], contentsObj: { str: 'Check this.' } },
    { subtype: 'FreeText', rect: [60, 600, 260, 615], contentsObj: { str: 'Written onto the page' } },
  ];
  expect(markdown({ items: [item('Text', [10, 0, 0, 10, 60, 700])], annotations })).toEqual([
    'Text',
    'Written onto the page',
    'Note (Ann): Check \\*this\\*.',
  ]);
});

test('paragraphs, items and tables are those that the file marks, with its empty cells in their columns', () => {
  const marked = (id: string, ...texts: ReturnType<typeof item>[]) => [
    { type: 'beginMarkedContentProps', id },
    ...texts,
    { type: 'endMarkedContent' },
  ];
  const content = (id: string) => [{ type: 'content', id }];
  const cell = (role: string, id: string) => ({ role, children: content(id) });
  const structure = {
    role: 'Root',
    children: [
      { role: 'H1', children: content('h') },
      { role: 'P', children: content('p') },
      { role: 'L', children: [{ role: 'LI', children: content('i') }] },
      {
        role: 'Table',
        children: [
          { role: 'TR', children: [cell('TH', 't1'), cell('TH', 't2'), cell('TH', 't3')] },
          { role: 'TR', children: [cell('TD', 't4'), cell('TD', 't5')] },
        ],
      },
    ],
  };
  const at = (x: number, y: number) => [10, 0, 0, 10, x, y];
  const items = [
    ...marked('h', item('Boats', at(60, 750))),
    ...marked('p', item('Some are', at(60, 700)), item('long.', at(60, 670))),
    ...marked('i', item('• one', at(60, 650))),
    ...marked('t1', item('Name', at(60, 600), 20)),
    ...marked('t2', item('Built', at(84, 600), 20)),
    ...marked('t3', item('Owner', at(108, 600), 20)),
    ...marked('t4', item('Ida', at(60, 580), 20)),
    ...marked('t5', item('Ann Holm', at(108, 580), 40)),
  ];
  expect(markdown({ items, structure })).toEqual([
    '## Boats',
    'Some are long.',
    '- one',
    '| Name | Built | Owner |\n| --- | --- | --- |\n| Ida |  | Ann Holm |',
  ]);
});

test('a word that a hyphen in a separate piece divides between two lines is one word', () => {
  for (const hyphen of ['-', '\u2010', '\u00ad']) {
    const items = [
      item(`reaches the is${hyphen}`, [10, 0, 0, 10, 60, 700], 200),
      item('land before noon', [10, 0, 0, 10, 60, 688], 180),
    ];
    expect(markdown({ items })).toEqual(['reaches the island before noon']);
  }
});

test('the number of a note that is raised but hardly smaller follows its word', () => {
  const items = [
    item('A line of a paragraph that fills all of its width, and', [10, 0, 0, 10, 60, 700], 480),
    item('goes on to its end.', [10, 0, 0, 10, 60, 683], 90),
    item('1', [9.7, 0, 0, 9.7, 150, 688], 5),
  ];
  expect(markdown({ items })).toEqual(['A line of a paragraph that fills all of its width, and goes on to its end.^1']);
});

test('a box to tick belongs to the nearest text, before or after it', () => {
  const box = (x: number, fieldValue: string) =>
    widget([x, 696, x + 14, 710], { fieldType: 'Btn', checkBox: true, fieldValue, exportValue: 'Yes' });
  const items = [item('Insured', [10, 0, 0, 10, 82, 700]), item('For hire', [10, 0, 0, 10, 202, 700])];
  expect(markdown({ items, annotations: [box(60, 'Yes'), box(180, 'Off')] })).toEqual(['[x] Insured | [ ] For hire']);
});

test('a mark over a letter about which the font contains no information is omitted', () => {
  const items = [item('رجل', [10, 0, 0, 10, 60, 700], 20), item('\u0000', [10, 0, 0, 10, 70, 702], 0)];
  expect(markdown({ items })).toEqual(['رجل']);
});

test('an exponent that is as large as its base is distinguished from it, and stays in its line', () => {
  const items = [
    item('The rate is 10', [10, 0, 0, 10, 60, 700], 70),
    item('−3', [9.7, 0, 0, 9.7, 130, 704.8], 11),
    item('per step of H', [10, 0, 0, 10, 144, 700], 65),
    item('2', [9.7, 0, 0, 9.7, 209, 695], 5),
    item('O.', [10, 0, 0, 10, 214, 700], 10),
  ];
  expect(markdown({ items })).toEqual(['The rate is 10^−3 per step of H2O.']);
});

test('a paragraph by the file’s own marks is not a heading, even in slightly larger letters, and code in it is not a block', () => {
  const marked = (id: string, ...texts: ReturnType<typeof item>[]) => [
    { type: 'beginMarkedContentProps', id },
    ...texts,
    { type: 'endMarkedContent' },
  ];
  const content = (id: string) => ({ type: 'content', id });
  const structure = {
    role: 'Root',
    children: [
      { role: 'P', children: [content('a'), { role: 'Code', children: [content('b')] }, content('c')] },
      { role: 'P', children: [content('d')] },
    ],
  };
  const line = (text: string, x: number, y: number, size: number) =>
    item(text, [size, 0, 0, size, x, y], text.length * size * 0.5);
  const items = [
    ...marked('a', line('The constant', 60, 700, 12)),
    ...marked('b', line('level', 136, 700, 10)),
    ...marked('c', line('is set here', 165, 700, 12)),
    ...marked(
      'd',
      ...[660, 648, 636].map((y) => line('smaller words of a note that is long enough to be most', 60, y, 10)),
    ),
  ];
  expect(markdown({ items, structure })[0]).toBe('The constant level is set here');
});

test('the names of columns from right to left are in the order of their columns, whichever the file has first', () => {
  const marked = (id: string, text: string, x: number, y: number) => [
    { type: 'beginMarkedContentProps', id },
    item(text, [10, 0, 0, 10, x, y], 25),
    { type: 'endMarkedContent' },
  ];
  const row = (role: string, ...ids: string[]) => ({
    role: 'TR',
    children: ids.map((id) => ({ role, children: [{ type: 'content', id }] })),
  });
  const structure = {
    role: 'Root',
    children: [{ role: 'Table', children: [row('TH', 'a', 'b'), row('TD', 'c', 'd')] }],
  };
  const items = [
    ...marked('a', 'קומה', 400, 700),
    ...marked('b', 'אחראי', 300, 700),
    ...marked('c', 'ראשונה', 400, 680),
    ...marked('d', 'דנה', 300, 680),
  ];
  expect(markdown({ items, structure })).toEqual(['| קומה | אחראי |\n| --- | --- |\n| ראשונה | דנה |']);
});

test('a letter on a lower baseline that touches those on both sides is inside their word', () => {
  const items = [
    item('Manuals of T', [10, 0, 0, 10, 60, 700], 60),
    item('E', [10, 0, 0, 10, 119, 697], 6),
    item('X are read.', [10, 0, 0, 10, 124, 700], 50),
  ];
  expect(markdown({ items })).toEqual(['Manuals of TEX are read.']);
});
