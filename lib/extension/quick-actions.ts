import { type Browser, browser } from 'wxt/browser';
import { type AttachedFile, FieldError, PageError, type QuickRequest, toTask } from '../contracts/index.ts';
import { type PlainKey, t } from '../i18n/index.ts';
import { oneLine } from '../page-reader/dom/index.ts';
import { toBlockquote } from '../text/index.ts';
import { builtInPrompts, fillPrompt } from './built-in-prompts.ts';
import { findFocusedField } from './focused-field.ts';
import { openPanel, openStandIn } from './panel.ts';
import { pictureOnPage } from './pictures.ts';
import { quickRequest } from './stored-state.ts';

type Question = Pick<QuickRequest, 'text' | 'task' | 'isSent' | 'files' | 'field' | 'failure' | 'translatesPage'>;

/** A built-in prompt used from outside the panel, where only the page's selection is known. */
function promptCalled(name: string): Question {
  const prompt = builtInPrompts().find((each) => each.name === name);
  return { text: fillPrompt(prompt?.text ?? '', { title: '', url: '' }).text, task: toTask({ name }), isSent: true };
}

/** A draft to be completed, since the question is unknown. */
async function aboutPicture({ id, windowId }: Browser.tabs.Tab, url: string): Promise<Question> {
  const { protocol, pathname } = URL.parse(url) ?? { protocol: '', pathname: '' };
  // A picture drawn by the page itself has no address.
  const isNamed = protocol === 'http:' || protocol === 'https:';
  const name = (isNamed && oneLine(pathname.split('/').at(-1) ?? '', 120)) || t('image');
  const image = id === undefined ? null : await pictureOnPage(id, windowId, url);
  const files: AttachedFile[] = image === null ? [] : [{ type: 'image', name, image }];
  return { text: toBlockquote(t('promptPicture', { name })), task: null, isSent: false, files };
}

/** What can be done with the selected text of a field, by menu entry id: its title and the question. */
const FIELD_ACTIONS: Readonly<Record<string, { title: PlainKey; prompt: PlainKey }>> = {
  'field-improve': { title: 'fieldImprove', prompt: 'promptFieldImprove' },
  'field-correct': { title: 'fieldCorrect', prompt: 'promptFieldCorrect' },
  'field-shorten': { title: 'fieldShorten', prompt: 'promptFieldShorten' },
  'field-translate': { title: 'fieldTranslate', prompt: 'promptFieldTranslate' },
  'field-formal': { title: 'fieldFormal', prompt: 'promptFieldFormal' },
  'field-friendly': { title: 'fieldFriendly', prompt: 'promptFieldFriendly' },
};

/**
 * A question whose answer is proposed as a replacement for the selected text, which the user wrote or is about to send.
 */
async function aboutField({ id = -1 }: Browser.tabs.Tab, prompt: PlainKey): Promise<Question> {
  const nothing = { text: '', task: null, isSent: false };
  try {
    const field = await findFocusedField(id);
    if (field.selected.trim() === '') throw new FieldError('no-selection');
    return { text: `${t(prompt)}\n\n${field.selected}`, task: null, isSent: true, field };
  } catch (error) {
    if (error instanceof FieldError) return { ...nothing, failure: { type: 'field-failed', error: error.code } };
    if (error instanceof PageError) return { ...nothing, failure: { type: 'page-failed', error: error.code } };
    throw error;
  }
}

type MenuEntry = { id: string; title: PlainKey; context: 'page' | 'selection' | 'link' | 'image' | 'editable' };

const MENU: MenuEntry[] = [
  { id: 'summarize', title: 'summarizePage', context: 'page' },
  { id: 'key-points', title: 'keyPointsOfPage', context: 'page' },
  { id: 'translate-page', title: 'translatePage', context: 'page' },
  { id: 'explain', title: 'explainSelection', context: 'selection' },
  { id: 'translate', title: 'translateSelection', context: 'selection' },
  { id: 'ask-link', title: 'askAboutLink', context: 'link' },
  { id: 'ask-picture', title: 'askAboutPicture', context: 'image' },
  ...Object.entries(FIELD_ACTIONS).map(([id, { title }]) => ({ id, title, context: 'editable' as const })),
];

/** Pages of the extension are excluded. */
const WEB = ['http://*/*', 'https://*/*', 'file:///*'];

/** Keyboard shortcuts, named in the manifest, which the user may change. */
const COMMANDS: Readonly<Record<string, string>> = {
  'summarize-page': 'summarize',
  'explain-selection': 'explain',
  'improve-selection': 'field-improve',
};

function buildQuestion(tab: Browser.tabs.Tab, name: string): Question | Promise<Question> {
  const action = FIELD_ACTIONS[name];
  return action ? aboutField(tab, action.prompt) : promptCalled(name);
}

/**
 * Registers questions from the context menu, shortcuts and the address bar, as far as the browser has them. They open
 * the panel and are sent there. Firefox for Android has none of them. Call it when the worker starts.
 */
export function registerQuickActions(): void {
  const { contextMenus, commands, omnibox } = browser as Partial<typeof browser>;
  if (contextMenus !== undefined) registerMenu(contextMenus);
  commands?.onCommand.addListener((command, tab) => {
    const name = COMMANDS[command];
    if (name !== undefined && tab !== undefined) sendToPanel(tab, buildQuestion(tab, name));
  });
  omnibox?.onInputEntered.addListener((text) => {
    void browser.tabs
      .query({ active: true, currentWindow: true })
      // Without a question, only the panel is opened.
      .then(([tab]) => tab && sendToPanel(tab, { text, task: null, isSent: text.trim() !== '' }));
  });
}

function registerMenu(contextMenus: typeof browser.contextMenus): void {
  const offerMenu = () =>
    contextMenus.removeAll(() => {
      for (const { id, title, context } of MENU) {
        contextMenus.create({ id, title: t(title), contexts: [context], documentUrlPatterns: WEB });
      }
    });
  browser.runtime.onInstalled.addListener(offerMenu);
  // The browser keeps the menu, but the language may have changed.
  browser.runtime.onStartup.addListener(offerMenu);
  contextMenus.onClicked.addListener(({ menuItemId, linkUrl = '', srcUrl = '' }, tab) => {
    if (tab === undefined) return;
    if (menuItemId === 'ask-link')
      sendToPanel(tab, { text: toBlockquote(t('promptLink', { url: linkUrl })), task: null, isSent: false });
    else if (menuItemId === 'ask-picture') sendToPanel(tab, aboutPicture(tab, srcUrl));
    else if (menuItemId === 'translate-page')
      sendToPanel(tab, { text: '', task: null, isSent: false, translatesPage: true });
    else sendToPanel(tab, buildQuestion(tab, String(menuItemId)));
  });
}

/** Time within which an open panel takes a request, in milliseconds. */
const TAKEN_WITHIN_MS = 1_000;

/** Opens the panel before anything is awaited, since the browser requires a user gesture. */
function sendToPanel(tab: Browser.tabs.Tab, question: Question | Promise<Question>): void {
  const panelOpening = openPanel(tab);
  const at = Date.now();
  const requestWrite = Promise.resolve(question).then((resolvedQuestion) =>
    quickRequest.setValue({ windowId: tab.windowId, tabId: tab.id ?? null, ...resolvedQuestion, at }),
  );
  // Chrome does not open the panel from the address bar. If the panel is not open, it opens in a tab.
  panelOpening.catch(async () => {
    await requestWrite;
    await new Promise((resolve) => setTimeout(resolve, TAKEN_WITHIN_MS));
    if (tab.id === undefined || (await quickRequest.getValue())?.at !== at) return;
    await openStandIn(tab.id);
  });
}
