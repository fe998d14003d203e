// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readVisibleMarkdown } from '../../testing/page-reader/visible-markdown.ts';

test('nests a list that is directly in a list below the item before it', () => {
  const html = '<ul><li>Küche</li><ul><li>Töpfe</li><ul><li>Große</li></ul></ul><li>Bad</li></ul>';
  expect(readVisibleMarkdown(html)).toBe('- Küche\n  - Töpfe\n    - Große\n- Bad');
  expect(readVisibleMarkdown('<ol><li>Auf</li><ol type="a"><li>links</li></ol><li>Zu</li></ol>')).toBe(
    '1. Auf\n   a. links\n2. Zu',
  );
  expect(readVisibleMarkdown('<ul><ul><li>Allein</li></ul></ul>')).toBe('- Allein');
});

test('numbers lists by letters and Roman numerals, and backwards', () => {
  expect(readVisibleMarkdown('<ol type="a" start="2"><li>Gäste</li></ol>')).toBe('b. Gäste');
  expect(readVisibleMarkdown('<ol style="list-style-type: upper-roman" start="4"><li>Rechte</li></ol>')).toBe(
    'IV. Rechte',
  );
  expect(readVisibleMarkdown('<ol reversed><li>Zwei</li><li>Eins</li></ol>')).toBe('2. Zwei\n1. Eins');
});

test('keeps the header of a later group of rows in its place', () => {
  const group = (name: string, team: string) =>
    `<thead><tr><th>${name}</th><th>Punkte</th></tr></thead><tbody><tr><td>${team}</td><td>9</td></tr></tbody>`;
  expect(readVisibleMarkdown(`<table>${group('A', 'Orvel')}${group('B', 'Marsk')}</table>`)).toBe(
    '| A | Punkte |\n| --- | --- |\n| Orvel | 9 |\n| B | Punkte |\n| Marsk | 9 |',
  );
});

test('joins a header in a separate table with the rows below it', () => {
  const header = '<table><thead><tr><th>Stadt</th><th>Leute</th></tr></thead></table>';
  const rows = (cells: string) => `<table><thead><tr><th></th><th></th></tr></thead><tr>${cells}</tr></table>`;
  expect(readVisibleMarkdown(header + rows('<td>Orvel</td><td>4</td>'))).toBe(
    '| Stadt | Leute |\n| --- | --- |\n| Orvel | 4 |',
  );
  expect(readVisibleMarkdown(`${header}<p>Text</p>${rows('<td>Orvel</td><td>4</td>')}`)).toContain('Text\n\n|  |  |');
});

test('reads boxes that CSS lays out as a table as one, with empty cells, and not other boxes', () => {
  const cell = (text: string) => `<div style="display: table-cell">${text}</div>`;
  const row = (...cells: string[]) => `<div style="display: table-row">${cells.map(cell).join('')}</div>`;
  const table = (...rows: string[]) => `<div style="display: table">${rows.join('')}</div>`;
  expect(readVisibleMarkdown(table(row('Zimmer', 'Betten', 'Preis'), row('5', '', '60')))).toContain('| 5 |  | 60 |');
  expect(readVisibleMarkdown(table(row('Links', 'Rechts')))).not.toContain('|');
  const line = (...cells: string[]) =>
    `<div style="display: flex">${cells.map((text) => `<div>${text}</div>`).join('')}</div>`;
  expect(
    readVisibleMarkdown(`<div>${line('A', '1', '2')}${line('B', '3', '4')}${line('C', '5', '6')}</div>`),
  ).toContain('| B | 3 | 4 |');
  expect(readVisibleMarkdown(`<div>${line('A', '1')}${line('B', '3')}${line('C', '5')}</div>`)).not.toContain('|');
  const contents = (...cells: string[]) =>
    `<div style="display: contents">${cells.map((text) => `<span>${text}</span>`).join('')}</div>`;
  const lines = contents('A', '1', '2') + contents('B', '3', '4') + contents('C', '5', '6');
  expect(readVisibleMarkdown(`<div style="display: grid">${lines}</div>`)).toContain('| B | 3 | 4 |');
  expect(readVisibleMarkdown(`<div>${lines}</div>`)).not.toContain('|');
});

test('reads the name of something drawn, and the labels of a diagram', () => {
  expect(readVisibleMarkdown('<p>Boot: <span role="img" aria-label="4,5 von 5"></span> (102)</p>')).toBe(
    'Boot: ![4,5 von 5]() (102)',
  );
  expect(readVisibleMarkdown('<p><span role="img" aria-label="3 von 5">★★★★★</span></p>')).toBe('![3 von 5]()');
  expect(readVisibleMarkdown('<p><span role="img" aria-label="Fest">🎉</span></p>')).toBe('🎉');
  const diagram = '<svg><g><foreignObject><div><p>Eingang</p></div></foreignObject></g></svg>';
  expect(readVisibleMarkdown(diagram)).toBe('Eingang');
});

test('a bar between two words separates them', () => {
  expect(readVisibleMarkdown('<p><span>Roof</span><progress value="7" max="10">7</progress><b>70 %</b></p>')).toBe(
    'Roof **70 %**',
  );
});

test('reads stars that icons draw, and not those of a control', () => {
  const star = (more = '') => `<i class="fa fa-star${more}"></i>`;
  expect(readVisibleMarkdown(`<p>Boot ${star()}${star()}${star('-half')}${star('-o')}${star('-o')} (102)</p>`)).toBe(
    'Boot ★★½☆☆ (102)',
  );
  expect(readVisibleMarkdown(`<p>Boot <span>${star().repeat(4)}${star(' empty')}</span></p>`)).toBe('Boot ★★★★☆');
  expect(readVisibleMarkdown(`<p>Boot ${star().repeat(3)}</p>`)).toBe('Boot ★★★');
  expect(readVisibleMarkdown(`<p>Boot ${star()}</p>`)).toBe('Boot');
  expect(readVisibleMarkdown(`<p>Boot <label>${star().repeat(5)}</label></p>`)).toBe('Boot');
});

test('reads a text once of which a ticker has a hidden copy, and hidden text without another', () => {
  const line = (hidden: boolean) => `<div aria-hidden="${hidden}">Der zweite Ofen ist repariert.</div>`;
  expect(readVisibleMarkdown(line(false) + line(true))).toBe('Der zweite Ofen ist repariert.');
  expect(readVisibleMarkdown(line(true) + line(false))).toBe('Der zweite Ofen ist repariert.');
  expect(readVisibleMarkdown(line(true))).toBe('Der zweite Ofen ist repariert.');
  expect(readVisibleMarkdown('<p aria-hidden="false">kurz</p><p aria-hidden="true">kurz</p>')).toBe('kurz\n\nkurz');
});

test('marks which choices are unavailable and which are selected', () => {
  const html = '<div><button disabled>M</button> <button aria-pressed="true">L</button> <button>XL</button></div>';
  expect(readVisibleMarkdown(html)).toBe('M (unavailable) L (selected) XL');
  expect(readVisibleMarkdown('<div role="radio" aria-checked="true">Rot</div>')).toBe('Rot (selected)');
});

test('keeps a header over all columns further down as the name of a group', () => {
  const html =
    '<table><thead><tr><th>Team</th><th>Punkte</th></tr></thead><tr><th colspan="2">Gruppe A</th></tr><tr><td>Orvel</td><td>9</td></tr></table>';
  expect(readVisibleMarkdown(html)).toBe('| Team | Punkte |\n| --- | --- |\n| Gruppe A |  |\n| Orvel | 9 |');
});

test('reads ticks and crosses in place of bullets, and no other signs', () => {
  const item = (sign: string) => `<li style='list-style-type: "${sign}"'>Audit log</li>`;
  expect(readVisibleMarkdown(`<ul>${item('✕ ')}${item('✓')}${item('→ ')}</ul>`)).toBe(
    '- ✕ Audit log\n- ✓ Audit log\n- Audit log',
  );
});

test('reads words that only margin or padding sets apart as words', () => {
  const span = (text: string, css: string) => `<span style="display: inline; font-size: 16px; ${css}">${text}</span>`;
  const margin = 'margin-left: 8px';
  expect(readVisibleMarkdown(`<p>Wind${span('3 m/s', margin)}${span('NW', 'padding-left: 8px')}</p>`)).toBe(
    'Wind 3 m/s NW',
  );
  expect(readVisibleMarkdown(`<p>${span('Sunset', 'margin-right: 8px')}${span('fog', '')}</p>`)).toBe('Sunset fog');
  // Digits in groups are one number, a bracket touches its word, and a narrow margin is in a word.
  expect(readVisibleMarkdown(`<p>12${span('480', 'margin-left: 4px')} (${span('open', margin)})</p>`)).toBe(
    '12480 (open)',
  );
  expect(readVisibleMarkdown(`<p>un${span('break', 'margin: 0 1px')}able</p>`)).toBe('unbreakable');
  expect(readVisibleMarkdown(`<p>un${span('break', margin)}able</p>`)).toBe('unbreakable');
});

test('reads lines of code beside numbers that cannot be selected', () => {
  const line = (text: string, at: number) =>
    `<div><span style="user-select: none">${at}</span><span style="white-space: pre">${text}</span></div>`;
  const lines = ['def dry(boats):', '    for boat in boats:', '        boat.dry()'];
  expect(
    readVisibleMarkdown(
      `<div style="font-family: monospace">${lines.map((text, at) => line(text, at + 1)).join('')}</div>`,
    ),
  ).toBe(`\`\`\`\n${lines.join('\n')}\n\`\`\``);
});

test('reads numbers in tags that only serve as boxes without their mark', () => {
  expect(readVisibleMarkdown('<p><i style="font-style: normal">12</i> <i style="font-style: italic">13</i></p>')).toBe(
    '12 *13*',
  );
  expect(readVisibleMarkdown('<p><b style="font-weight: 400">12</b> <b style="font-weight: 700">13</b></p>')).toBe(
    '12 **13**',
  );
});

test('tells a lowered pair of indices from its base', () => {
  expect(readVisibleMarkdown('<p>x<span style="vertical-align: sub">i,j</span></p>')).toContain('x_');
});

test('reads a code element of lines that a style sheet indents as a block', () => {
  const line = (text: string, indent: number) =>
    `<div style="padding-left: ${indent}px; margin-left: 0px; font-size: 16px">${text}</div>`;
  const lines = line('for boat in boats:', 0) + line('if boat:', 20) + line('boat.dry()', 40);
  expect(readVisibleMarkdown(`<code style="display: block; font-family: monospace">${lines}</code>`)).toBe(
    '```\nfor boat in boats:\n  if boat:\n    boat.dry()\n```',
  );
});
