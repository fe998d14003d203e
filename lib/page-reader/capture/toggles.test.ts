// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { readVisibleMarkdown } from '../../testing/page-reader/visible-markdown.ts';

const hidden = (text: string, attributes = '') => `<div ${attributes} style="display: none"><p>${text}</p></div>`;

describe('hidden parts that a visible control opens', () => {
  test('are read if a control that names no target is directly before them, or last in the box before them', () => {
    const button = '<button aria-expanded="false">Pfand</button>';
    expect(readVisibleMarkdown(`<div>${button}${hidden('Neun Kronen.')}</div>`)).toContain(
      '(collapsed: Pfand)\n\nNeun',
    );
    expect(readVisibleMarkdown(`<p>${button}</p>${hidden('Neun Kronen.')}`)).toContain('Neun Kronen.');
  });

  test('are read if a link or a data attribute of the control names them', () => {
    const link = '<a href="#pfand" aria-expanded="false">Pfand</a>';
    expect(readVisibleMarkdown(`${link}<p>Text</p>${hidden('Neun Kronen.', 'id="pfand"')}`)).toContain('Neun Kronen.');
    const button = '<button data-bs-target="#pfand" aria-expanded="false">Pfand</button>';
    expect(readVisibleMarkdown(`${button}<p>Text</p>${hidden('Neun Kronen.', 'id="pfand"')}`)).toContain('Neun');
  });

  test('are read if links to them and their siblings are tabs, and not for a single link', () => {
    const links = '<ul><li><a href="#text">Text</a></li><li><a href="#daten">Daten</a></li></ul>';
    const panels = `<div id="text">Seil</div>${hidden('Zehn Meter.', 'id="daten"')}`;
    expect(readVisibleMarkdown(`<main>${links}${panels}</main>`)).toContain('(collapsed: Daten)\n\nZehn Meter.');
    expect(readVisibleMarkdown(`<main><a href="#daten">Daten</a>${panels}</main>`)).not.toContain('Zehn Meter.');
  });

  test('are read if a title that is clicked is before each of several', () => {
    const pair = (title: string, text: string, cursor: string) =>
      `<div class="frage"><div style="cursor: ${cursor}">${title}</div>${hidden(text)}</div>`;
    const pairs = (cursor: string) =>
      readVisibleMarkdown(pair('Hunde?', 'Kleine.', cursor) + pair('Katzen?', 'Keine.', cursor));
    expect(pairs('pointer')).toBe(
      'Hunde?\n\n(collapsed: Hunde?)\n\nKleine.\n\nKatzen?\n\n(collapsed: Katzen?)\n\nKeine.',
    );
    expect(pairs('auto')).toBe('Hunde?\n\nKatzen?');
    expect(readVisibleMarkdown(`<main>${pair('Hunde?', 'Kleine.', 'pointer')}</main>`)).toBe('Hunde?');
    const menu = '<a href="/a">Boote und Segel</a>';
    expect(readVisibleMarkdown(pair('Läden', menu, 'pointer') + pair('Hafen', menu, 'pointer'))).toBe('Läden\n\nHafen');
  });

  test('are read if labels of boxes to be checked are before them', () => {
    const pair = (n: number, text: string) =>
      `<div class="frage"><input type="checkbox" id="c${n}"><label for="c${n}">Frage ${n}</label>${hidden(text)}</div>`;
    expect(readVisibleMarkdown(pair(1, 'Kleine.') + pair(2, 'Keine.'))).toContain('(collapsed: Frage 2)\n\nKeine.');
  });

  test('are read if a row before them and a visible one like them has a control for each', () => {
    const panels = (row: string) =>
      readVisibleMarkdown(`<main>${row}<div class="teil">Seil</div>${hidden('Zehn Meter.', 'class="teil"')}</main>`);
    expect(panels('<div><button>Text</button><button>Daten</button></div>')).toContain('(collapsed: Daten)\n\nZehn');
    expect(panels('<div><button>Text</button></div>')).not.toContain('Zehn Meter.');
    expect(panels('<p>Text</p>')).not.toContain('Zehn Meter.');
  });

  test('are read if a control in the same shadow tree opens them', () => {
    document.body.innerHTML = '<div></div>';
    const tab = '<button role="tab" aria-controls="daten">Daten</button>';
    const tree = document.querySelector('div')?.attachShadow({ mode: 'open' });
    if (tree) tree.innerHTML = `${tab}${hidden('Zehn Meter.', 'id="daten"')}`;
    expect(readVisibleMarkdown()).toContain('(collapsed: Daten)\n\nZehn Meter.');
  });

  test('are read if they are the only child of a box that a control names', () => {
    const read = (more: string) =>
      readVisibleMarkdown(
        `<button aria-expanded="false" aria-controls="pfand">Pfand</button><div id="pfand">${hidden('Neun Kronen.')}${more}</div>`,
      );
    expect(read('')).toContain('(collapsed: Pfand)\n\nNeun Kronen.');
    expect(read('<p>Zwei</p>')).not.toContain('Neun');
  });

  test('are read if they are invisible by another style, too', () => {
    const tab = '<button role="tab" aria-controls="daten">Daten</button>';
    const panel = '<div id="daten" style="display: none; visibility: hidden">Zehn Meter.</div>';
    expect(readVisibleMarkdown(tab + panel)).toContain('(collapsed: Daten)\n\nZehn Meter.');
  });

  test('are not read if nothing visible opens them', () => {
    expect(readVisibleMarkdown(`<p>Text</p>${hidden('UNSEEN')}`)).toBe('Text');
    const button = '<button aria-expanded="false" style="display: none">Mehr</button>';
    expect(readVisibleMarkdown(`<p>Text</p>${button}${hidden('UNSEEN')}`)).toBe('Text');
  });
});
