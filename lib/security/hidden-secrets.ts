import { secretValues } from './mask-secrets.ts';

/** A text of a page as it may be sent for translation. `restore` puts its secrets back; null if the answer has lost one. */
type HiddenSecrets = { text: string; restore: (answer: string) => string | null };

/** The tags of the page's own elements in a text are numbered from 1; secrets get tags behind them. */
const FIRST_TAG = 1_000;

/** A single word of letters and digits, which is no language: a code, a password, a serial number. */
const CODE = /^(?=\S*\d)(?=\S*\p{L})\S{6,}$/u;

/**
 * Replaces the secrets of a text by tags that a translation keeps. `before` is the text before it, which can name it: `Password` in
 * the cell before. Null if the text must not be sent: it is a secret itself, or one that tags divide.
 */
export function hideSecrets(text: string, before: string): HiddenSecrets | null {
  const plain = text.replace(/<\/?\d+\/?>/g, '');
  if (CODE.test(plain)) return null;
  if (before !== '') {
    const named = secretValues(`${before.replace(/[\s:：=]+$/, '')}: ${plain}`);
    if (named.some((value) => plain.includes(value))) return null;
  }
  const values = [...new Set([...secretValues(text), ...secretValues(plain)])];
  if (values.some((value) => !text.includes(value))) return null;
  const tags = values.map((value, index) => ({ value, tag: `<${FIRST_TAG + index}/>` }));
  const hidden = tags.reduce((rest, { value, tag }) => rest.replaceAll(value, tag), text);
  const restore = (answer: string) => {
    const count = (within: string, tag: string) => within.split(tag).length - 1;
    if (tags.some(({ tag }) => count(answer, tag) !== count(hidden, tag))) return null;
    return tags.reduce((rest, { value, tag }) => rest.replaceAll(tag, value), answer);
  };
  return { text: hidden, restore };
}
