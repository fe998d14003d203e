// @vitest-environment happy-dom
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { Markdown } from './markdown.tsx';
import { Passages, quoteFinder } from './passages.tsx';

const READ = 'Title: Tides\n\nThere are **two high waters** a day,\nabout 12 h 25 min apart. 满月时潮水最高。';
const has = quoteFinder(() => [READ]);
const html = (text: string) =>
  renderToStaticMarkup(
    <Passages value={{ has, show: () => undefined }}>
      <Markdown text={text} />
    </Passages>,
  );
const shows = (text: string) => html(text).match(/Show on the page/g)?.length ?? 0;

describe('a quotation of the page has a button that shows it there', () => {
  test.each([
    'It says "two high waters a day".',
    'It says “Two high waters a day, about 12 h 25 min”.',
    'Es gibt „two high waters a day“.',
    '页面说「满月时潮水最高」。',
    '*"two high waters"* it is',
    '> There are two high waters a day, about 12 h 25 min apart.',
  ])('%s', (text) => {
    expect(shows(text)).toBe(2);
  });

  test.each([
    'It says "three high waters a day".',
    'A "day" is long.',
    'two high waters a day, without marks',
    '"two high waters a day',
    '`"two high waters a day"`',
    '> Something the page never said.',
  ])('not %s', (text) => {
    expect(shows(text)).toBe(0);
  });

  test('there is no button without a page', () => {
    expect(renderToStaticMarkup(<Markdown text={'It says "two high waters a day".'} />)).not.toContain('<button');
  });

  test('only a click requests the passage', async () => {
    const shown: string[] = [];
    const { host } = await render(
      <Passages value={{ has, show: (text) => shown.push(text) }}>
        <Markdown text={'It says "two high waters a day", at "12 h 25 min apart".'} />
      </Passages>,
    );
    expect(host.textContent).toBe('It says "two high waters a day", at "12 h 25 min apart".');
    expect(shown).toEqual([]);
    const buttons = host.querySelectorAll('button');
    await act(async () => buttons[1]?.click());
    expect(shown).toEqual(['"12 h 25 min apart"']);
  });
});
