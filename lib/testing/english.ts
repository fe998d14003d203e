import english from '../../public/_locales/en/messages.json' with { type: 'json' };
import type { BrowserMessages } from '../i18n/translate.ts';

type Entry = { message: string; placeholders?: Record<string, { content: string }> };

/** The English catalogue as browsers read it, for tests outside an extension. */
const messages: BrowserMessages = {
  getUILanguage: () => 'en',
  getMessage(name) {
    const entry = (english as Record<string, Entry>)[name];
    if (entry === undefined) throw new Error(`public/_locales/en/messages.json has no message "${name}".`);
    return entry.message.replace(/\$(\w+)\$/g, (_, placeholder: string) => {
      return entry.placeholders?.[placeholder]?.content ?? '';
    });
  },
};

const scope = globalThis as { chrome?: object };
scope.chrome = Object.assign(scope.chrome ?? {}, { i18n: messages });
