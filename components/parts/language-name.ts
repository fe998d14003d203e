import { language } from '../../lib/i18n/index.ts';

/** The name of a language in the language of the interface; the tag itself if it has none. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([language()], { type: 'language' }).of(tag) ?? tag;
}
