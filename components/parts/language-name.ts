import { language } from '../../lib/i18n/index.ts';

/** The name of a language in the language of the interface; the tag itself if it has none, or is none: pages declare anything. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([language()], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
