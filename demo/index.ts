import './demo.css';
import { catalogueLanguage, type PlainKey, t } from '../lib/i18n/index.ts';
import { type Catalogue, DemoHub, type DemoNote, installStandIns } from './stand-ins.ts';
import { deleteLeftDatabases } from './tab-databases.ts';

/** The messages of the extension, by their file. */
const CATALOGUES = import.meta.glob<Catalogue>('../public/_locales/*/messages.json', { import: 'default' });

/**
 * The catalogue of the first of these languages that Sidenote supports: Brazilian Portuguese for `pt-PT`, and
 * traditional Chinese for `zh-HK`.
 */
function findCatalogue(languages: readonly string[]): string {
  const files = Object.keys(CATALOGUES);
  const matches = languages.map((tag) => {
    const { language, region } = new Intl.Locale(tag).maximize();
    const inScript = /^zh-(?:.*-)?(?:Hant|TW|HK|MO)\b/i.test(tag) ? 'TW' : 'CN';
    const names = [`${language}_${region}`, language, ...(language === 'zh' ? [`zh_${inScript}`] : [`${language}_BR`])];
    return names.map((name) => files.find((file) => file.includes(`/${name}/`))).find((file) => file !== undefined);
  });
  return matches.find((file) => file !== undefined) ?? '../public/_locales/en/messages.json';
}

function find<Found extends Element>(selector: string): Found {
  const element = document.querySelector<Found>(selector);
  if (element === null) throw new Error(`index.html has no ${selector}.`);
  return element;
}

/** Shows either the article or the panel if there is not enough space for both. */
function show(part: 'article' | 'panel'): void {
  document.body.dataset.shown = part;
  for (const button of document.querySelectorAll<HTMLElement>('[data-shows]'))
    button.setAttribute('aria-pressed', String(button.dataset.shows === part));
}

/** Opens an extension page. Of these, only the settings are part of the demo. */
function open(path: string): void {
  const [page, section = ''] = path.split('#');
  if (page !== '/options.html') {
    say({ type: 'needs-extension' });
    return;
  }
  const settings = find<HTMLElement>('#settings');
  const frame = find<HTMLIFrameElement>('#settings iframe');
  if (frame.src === '') frame.src = `settings.html#${section}`;
  else if (frame.contentWindow) frame.contentWindow.location.hash = section;
  settings.hidden = false;
  find<HTMLElement>('.note').replaceChildren();
  show('panel');
  find<HTMLElement>('#settings button').focus();
}

function closeSettings(): void {
  find<HTMLElement>('#settings').hidden = true;
  find<HTMLElement>('#panel').focus();
}

/** Shows in one line what does not work on a web page, with a link to the extension. */
function say(note: DemoNote): void {
  const text = note.type === 'needs-extension' ? t('demoNeedsExtension') : t('demoServerRefused', { host: note.host });
  const install = find<HTMLAnchorElement>('.install').cloneNode(true);
  find<HTMLElement>('.note').replaceChildren(text, ' ', install);
}

/** Inserts the texts in the user's language. */
function translate(): void {
  document.documentElement.lang = catalogueLanguage();
  document.documentElement.dir = catalogueLanguage() === 'ar' ? 'rtl' : 'ltr';
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = t(element.dataset.text as PlainKey);
  find<HTMLIFrameElement>('#article').title = t('demoArticle');
  find<HTMLIFrameElement>('#settings iframe').title = t('settings');
}

const load = CATALOGUES[findCatalogue(navigator.languages)] ?? (() => Promise.resolve({}));
const hub = new DemoHub({ showArticle: () => show('article'), open, say }, load());
show('panel');
for (const button of document.querySelectorAll<HTMLElement>('[data-shows]'))
  button.addEventListener('click', () => show(button.dataset.shows === 'article' ? 'article' : 'panel'));
find('#settings button').addEventListener('click', closeSettings);
void deleteLeftDatabases(hub.id);
const isReady = installStandIns(hub, '/index.html').then(translate);
// The frames wait for the messages themselves.
find<HTMLIFrameElement>('#article').src = 'article.html';
find<HTMLIFrameElement>('#panel').src = 'panel.html';
await isReady;
