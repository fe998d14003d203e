import { type Browser, browser } from 'wxt/browser';
import { type AttachedFile, type QuickRequest, taskOf } from '../contracts/index.ts';
import { type PlainKey, t } from '../i18n/index.ts';
import { oneLine } from '../page-reader/dom/index.ts';
import { builtInPrompts, fillPrompt } from './built-in-prompts.ts';
import { openPanel } from './panel.ts';
import { pictureOnPage } from './picture-on-page.ts';
import { quickRequest } from './settings.ts';

type Question = Pick<QuickRequest, 'text' | 'task' | 'isSent' | 'files'>;

/** A built-in prompt as it is asked from outside the panel; there nothing but the selection is known of the page. */
function promptCalled(name: string): Question {
  const prompt = builtInPrompts().find((each) => each.name === name);
  return { text: fillPrompt(prompt?.text ?? '', { title: '', url: '' }), task: taskOf({ name }), isSent: true };
}

/** A draft to complete: the question is unknown. */
async function aboutPicture({ id, windowId }: Browser.tabs.Tab, url: string): Promise<Question> {
  const { protocol, pathname } = URL.parse(url) ?? { protocol: '', pathname: '' };
  // What a page has drawn itself has no name.
  const isNamed = protocol === 'http:' || protocol === 'https:';
  const name = (isNamed && oneLine(pathname.split('/').at(-1) ?? '', 120)) || t('image');
  const image = id === undefined ? null : await pictureOnPage(id, windowId, url);
  const files: AttachedFile[] = image === null ? [] : [{ type: 'image', name, image }];
  return { text: `${t('promptPicture', { name })}\n`, task: null, isSent: false, files };
}

const MENU: { id: string; title: PlainKey; context: 'page' | 'selection' | 'link' | 'image' }[] = [
  { id: 'summarize', title: 'summarizePage', context: 'page' },
  { id: 'key-points', title: 'keyPointsOfPage', context: 'page' },
  { id: 'explain', title: 'explainSelection', context: 'selection' },
  { id: 'translate', title: 'translateSelection', context: 'selection' },
  { id: 'ask-link', title: 'askAboutLink', context: 'link' },
  { id: 'ask-picture', title: 'askAboutPicture', context: 'image' },
];

/** Our own pages have none. */
const WEB = ['http://*/*', 'https://*/*', 'file:///*'];

/** Keys that the user may set; named in the manifest. */
const COMMANDS: Readonly<Record<string, string>> = { 'summarize-page': 'summarize', 'explain-selection': 'explain' };

/**
 * Questions from the context menu, by key and from the address bar: they open the panel, which asks them. To be called when the
 * worker starts.
 */
export function registerQuickActions(): void {
  const offerMenu = () =>
    browser.contextMenus.removeAll(() => {
      for (const { id, title, context } of MENU) {
        browser.contextMenus.create({ id, title: t(title), contexts: [context], documentUrlPatterns: WEB });
      }
    });
  browser.runtime.onInstalled.addListener(offerMenu);
  // The browser keeps the menu, and may speak another language since.
  browser.runtime.onStartup.addListener(offerMenu);
  browser.contextMenus.onClicked.addListener(({ menuItemId, linkUrl = '', srcUrl = '' }, tab) => {
    if (tab === undefined) return;
    if (menuItemId === 'ask-link')
      hand(tab, { text: `${t('promptLink', { url: linkUrl })}\n`, task: null, isSent: false });
    else if (menuItemId === 'ask-picture') hand(tab, aboutPicture(tab, srcUrl));
    else hand(tab, promptCalled(String(menuItemId)));
  });
  browser.commands.onCommand.addListener((command, tab) => {
    const name = COMMANDS[command];
    if (name !== undefined && tab !== undefined) hand(tab, promptCalled(name));
  });
  browser.omnibox.onInputEntered.addListener((text) => {
    void browser.tabs
      .query({ active: true, currentWindow: true })
      .then(([tab]) => tab && hand(tab, { text, task: null, isSent: true }));
  });
}

/** A panel that is open takes what it is asked within this time, in milliseconds. */
const TAKEN_WITHIN_MS = 1_000;

/** Opens the panel before anything is awaited: the browser would no longer see the click. */
function hand(tab: Browser.tabs.Tab, question: Question | Promise<Question>): void {
  const opened = openPanel(tab);
  const at = Date.now();
  const handed = Promise.resolve(question).then((asked) =>
    quickRequest.setValue({ windowId: tab.windowId, tabId: tab.id ?? null, ...asked, at }),
  );
  // After the address bar Chrome does not open it. Where it was not open already either, it comes as a tab.
  opened.catch(async () => {
    await handed;
    await new Promise((resolve) => setTimeout(resolve, TAKEN_WITHIN_MS));
    if (tab.id === undefined || (await quickRequest.getValue())?.at !== at) return;
    await browser.tabs.create({ url: browser.runtime.getURL(`/sidepanel.html?tabId=${tab.id}`) });
  });
}
