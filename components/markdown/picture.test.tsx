// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from '../../lib/testing/render-component.tsx';
import { KnownTexts } from './link.tsx';
import { LoadPicture, Picture } from './picture.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const button = (host: HTMLElement, name: RegExp) =>
  [...host.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''));
const press = (host: HTMLElement, name: RegExp) => act(async () => button(host, name)?.click());

async function picture(load: LoadPicture, address = 'https://img.example/tide.png') {
  const { host } = await render(
    <KnownTexts value={() => ['Her account is 48291045.']}>
      <LoadPicture value={load}>
        <Picture url={new URL(address)} name="Tide" />
      </LoadPicture>
    </KnownTexts>,
  );
  return host;
}

test('is shown as its name and host, and loaded by a click', async () => {
  const load = vi.fn(async () => ({ url: 'data:image/png;base64,AAAA' }));
  const host = await picture(load);
  expect(host.textContent).toContain('Image: Tide (img.example, not loaded)');
  expect(host.querySelector('img')).toBeNull();
  expect(load).not.toHaveBeenCalled();
  await press(host, /Tide/);
  expect(load.mock.calls).toEqual([['https://img.example/tide.png']]);
  expect(host.querySelector('img')).toMatchObject({ src: 'data:image/png;base64,AAAA', alt: 'Tide' });
});

test('that cannot be loaded shows the reason, and can be retried', async () => {
  const host = await picture(async () => ({
    failure: { code: 'not-found', message: 'img.example doesn’t have this image (404).', retryable: false },
  }));
  await press(host, /Tide/);
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('doesn’t have this image (404)');
  expect(button(host, /Tide/)?.disabled).toBe(false);
});

test('a picture whose address may exfiltrate data first shows the whole address', async () => {
  const load = vi.fn(async () => ({ url: 'data:image/png;base64,AAAA' }));
  const host = await picture(load, 'https://evil.example/48291045.png');
  await press(host, /Tide/);
  expect(load).not.toHaveBeenCalled();
  expect(host.textContent).toContain('https://evil.example/48291045.png');
  expect(button(host, /Load image/)).toBeUndefined();
  await act(async () => vi.advanceTimersByTime(600));
  await press(host, /Load image/);
  expect(load).toHaveBeenCalledOnce();
});
