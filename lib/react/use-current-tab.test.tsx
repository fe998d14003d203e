// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '../testing/render-component.tsx';
import { useIsForeignPage } from './use-current-tab.ts';

const { detectTabLanguage } = vi.hoisted(() => ({ detectTabLanguage: vi.fn() }));
vi.mock('../extension/index.ts', () => ({ detectTabLanguage }));

const TAB = { tabId: 7, url: 'https://a.test/', title: 'Tides' };

beforeEach(() => {
  detectTabLanguage.mockReset();
});

async function renderHook(tab: typeof TAB | null, target: string): Promise<{ isForeign: boolean }> {
  const shown = { isForeign: false };
  function Hook() {
    shown.isForeign = useIsForeignPage(tab as never, target);
    return null;
  }
  await render(<Hook />);
  return shown;
}

test.each([
  ['en', 'de', true],
  ['de', 'en', true],
  ['de-AT', 'de', false],
  ['zh-CN', 'zh-Hans', false],
  ['no', 'nb', false],
  [null, 'de', false],
])('a page in %s is foreign if pages are translated into %s: %s', async (language, target, isForeign) => {
  detectTabLanguage.mockResolvedValue(language);
  expect((await renderHook(TAB, target)).isForeign).toBe(isForeign);
});

test('the browser is not asked without a tab or an address', async () => {
  detectTabLanguage.mockResolvedValue('en');
  expect(await renderHook(null, 'de')).toEqual({ isForeign: false });
  expect(await renderHook({ ...TAB, url: '' }, 'de')).toEqual({ isForeign: false });
  expect(detectTabLanguage).not.toHaveBeenCalled();
});
