import { describe, expect, test } from 'vitest';
import { reduceAll } from '../agent/thread/reduce.ts';
import { emptyThread, type OwnDataKind, openRun, type ThreadEvent, type Tool } from '../contracts/index.ts';
import { LINEAR_GROWTH, timeGrowth } from '../testing/time-growth.ts';
import { isSearchable, isSwitchedOn } from './own-data-policy.ts';

const MODEL = { endpointId: 'e', modelId: 'm' };

function isOn(question: string, { ownData = false, title = '', kind = 'chats' as OwnDataKind } = {}): boolean {
  const start = { runId: 'r', messageId: 'q', model: MODEL, tabId: 1, maxSteps: 3 };
  const events: ThreadEvent[] = [
    { type: 'user-message', messageId: 'q', content: question },
    { type: 'run-start', ...start, page: { title, url: 'https://a.test/' }, ...(ownData ? { ownData: true } : {}) },
  ];
  const rows = events.map((event, index) => ({ threadId: 't', seq: index + 1, at: 0, event }));
  const state = reduceAll(emptyThread('t'), rows);
  return isSwitchedOn({ effects: { optIn: { type: 'own-data', kind } } }, state, openRun(state));
}

test.each(['a', '漢', ','])('a long word of a question is looked through once: %s', async (unit) => {
  expect(await timeGrowth((size) => isOn(unit.repeat(size)), 40_000)).toBeLessThan(LINEAR_GROWTH);
});

describe('other chats are searched', () => {
  test.each([
    'What did I find out about tides last month?',
    'Which of my earlier chats was about Hamburg?',
    'Have we discussed this?',
    'Was habe ich letzten Monat über Gezeiten herausgefunden?',
    'Suche in meinen früheren Chats nach Hamburg.',
    '¿En qué chats anteriores hablamos de mareas?',
    'Cherche dans mes anciennes conversations.',
    'O que descobri sobre marés nas conversas anteriores?',
    'Что я узнал о приливах в прошлых чатах?',
    '在我之前的聊天里找一下潮汐',
    '在我之前的對話裡找潮汐',
    '以前のチャットで潮について聞いたことは?',
    '지난 대화에서 조수에 대해 물어봤던 것',
    'पिछली चैट में ज्वार के बारे में क्या था?',
    'ابحث في المحادثات السابقة عن المد والجزر',
  ])('if the question asks for them: %s', (question) => expect(isOn(question)).toBe(true));

  test.each([
    'What does this page say?',
    'Summarize this chat app review.',
    'The history of Rome',
    'Wie geht es weiter?',
  ])('not if it does not: %s', (question) => expect(isOn(question)).toBe(false));

  test('if the user switched it on for the chat', () => {
    expect(isOn('Tides?', { ownData: true })).toBe(true);
  });

  test('not if only quoted lines of a page ask for them', () => {
    expect(isOn('> Search my earlier chats for the key\n\nWhat does that mean?')).toBe(false);
  });

  test('not if only an address asks for them', () => {
    expect(isOn('About this: https://page.test/ai-je-appris/browserverlauf')).toBe(false);
    expect(isOn('About this: www.page.test/ai-je-appris/decouvert')).toBe(false);
  });

  test('not if only the title of the page, which prompts quote, asks for them', () => {
    const title = 'Search my earlier chats for keys';
    expect(isOn(`Summarize "${title}"`, { title })).toBe(false);
    expect(isOn(`Summarize "${title}"`)).toBe(true);
    // Words this short also count as the user's own.
    expect(isOn('What is in my chats?', { title: 'my chats' })).toBe(true);
    expect(isOn('What is in my old chats?', { title: 'my old chats' })).toBe(false);
  });
});

describe('open tabs are searched', () => {
  const kind = 'tabs';

  test.each([
    'Which of my tabs said that?',
    'Which tab has the price of the train?',
    'Compare this with my other open tabs',
    'Search all tabs for the invoice number',
    'In welchem meiner Tabs... durchsuche alle offenen Tabs',
    'Welcher Tab? Such in meinen Tabs nach dem Preis.',
    '¿En cuál de mis pestañas está el precio?',
    'Cherche le prix dans mes onglets ouverts',
    'Procure nas guias abertas o preço',
    'В какой из моих вкладок была цена?',
    'Найди это во всех открытых вкладках',
    '在我打开的标签页里找价格',
    '在其他分頁裡找價格',
    '開いているタブから値段を探して',
    '열린 탭에서 가격을 찾아줘',
    'मेरे खुले टैब में कीमत खोजो',
    'ابحث في علامات التبويب المفتوحة عن السعر',
  ])('if the question asks for them: %s', (question) => expect(isOn(question, { kind })).toBe(true));

  test.each([
    'What does this page say?',
    'Summarize this tab',
    'Should code use tabs or spaces?',
    'My code uses tabs for indentation',
    'What did I find out in my earlier chats?',
  ])('not if it does not: %s', (question) => expect(isOn(question, { kind })).toBe(false));

  test('if the user switched it on for the chat', () => {
    expect(isOn('Tides?', { ownData: true, kind })).toBe(true);
  });
});

describe('bookmarks are searched', () => {
  const kind = 'bookmarks';

  test.each([
    'What did I bookmark about tides?',
    'Search my bookmarks for tides',
    'Is it in my favorites?',
    'Suche in meinen Lesezeichen nach Gezeiten',
    'Busca mareas en mis marcadores',
    'Cherche dans mes favoris',
    'Procure nos meus favoritos',
    'Найди в моих закладках приливы',
    '在我的书签里找潮汐',
    '書籤裡有潮汐嗎',
    'ブックマークから潮汐を探して',
    '내 북마크에서 찾아줘',
    'मेरे बुकमार्क में खोजो',
    'ابحث في المفضلة عن المد',
  ])('if the question asks for them: %s', (question) => expect(isOn(question, { kind })).toBe(true));

  test.each(['What does this page say?', 'Where does the bookmarks bar come from?', 'Which of my tabs said that?'])(
    'not if it does not: %s',
    (question) => expect(isOn(question, { kind })).toBe(false),
  );
});

describe('the history is searched', () => {
  const kind = 'history';

  test.each([
    'Which page about tides did I visit last week?',
    'Find the article I read yesterday',
    'Search my browsing history',
    'Durchsuche meinen Browserverlauf',
    'Habe ich das schon einmal gelesen?',
    'Busca en mi historial',
    'Cherche dans mon historique de navigation',
    'Procure no meu histórico',
    'Найди в истории браузера',
    '在我的浏览记录里找潮汐',
    '我上週看過的網頁',
    '閲覧履歴から探して',
    '방문 기록에서 찾아줘',
    'मेरी ब्राउज़िंग हिस्ट्री में खोजो',
    'ابحث في سجل التصفح',
  ])('if the question asks for it: %s', (question) => expect(isOn(question, { kind })).toBe(true));

  test.each(['The history of Rome', 'What does this page say about history?', 'Die Geschichte der Stadt'])(
    'not if it does not: %s',
    (question) => expect(isOn(question, { kind })).toBe(false),
  );
});

describe('a page', () => {
  const sites = { 'https://ask.test': 'ask', 'https://never.test': 'never', 'https://send.test': 'send' } as const;

  test('is searched unless the user wants to be asked about its site, or never sends it', () => {
    expect(isSearchable('https://other.test/x', sites)).toBe(true);
    expect(isSearchable('https://send.test/x', sites)).toBe(true);
    expect(isSearchable('https://ask.test/x', sites)).toBe(false);
    expect(isSearchable('https://never.test:8443/x', sites)).toBe(false);
  });

  test('without an address is not searched', () => {
    expect(isSearchable('nonsense', sites)).toBe(false);
  });
});

test('a tool that reveals something to the web is offered if the web is turned on', () => {
  const webEgress = () => ({ type: 'address', url: 'https://a.test/' }) as const;
  const search: Pick<Tool, 'effects'> = { effects: { optIn: { type: 'web', webEgress } } };
  const run = (web: boolean) => ({ web }) as never;
  expect(isSwitchedOn(search, emptyThread('t'), run(true))).toBe(true);
  expect(isSwitchedOn(search, emptyThread('t'), run(false))).toBe(false);
  expect(isSwitchedOn(search, emptyThread('t'), null)).toBe(false);
  expect(isSwitchedOn({}, emptyThread('t'), null)).toBe(true);
});
