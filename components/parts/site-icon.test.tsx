// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { SiteIcon } from './site-icon.tsx';

async function icon(url: string) {
  const { host } = await render(<SiteIcon url={url} />);
  const element = host.querySelector<HTMLElement>('.site-icon');
  return { letter: element?.dataset.letter, hue: element?.getAttribute('style') };
}

test.each([
  ['https://www.example.org/a', 'E'],
  ['https://example.org/', 'E'],
  ['http://127.0.0.1:8080/', '1'],
  ['https://xn--bcher-kva.example/', 'X'],
  ['no address', '•'],
])('the icon of %s is %s', async (url, letter) => {
  expect((await icon(url)).letter).toBe(letter);
});

test('is the same for all pages of a site, loads nothing, and differs between sites', async () => {
  const countHues = async (urls: readonly string[]) => {
    const hues = new Set<unknown>();
    for (const url of urls) hues.add((await icon(url)).hue);
    return hues.size;
  };
  expect(await countHues(['https://example.org/a', 'https://www.example.org/b?c=d', 'http://example.org:8080/'])).toBe(
    1,
  );
  expect(await countHues(Array.from({ length: 40 }, (_, n) => `https://site-${n}.test/`))).toBeGreaterThan(10);
  const { host } = await render(<SiteIcon url="https://example.org/" />);
  expect(host.textContent).toBe('');
  expect(host.innerHTML).not.toMatch(/img|url\(|https?:/);
});
