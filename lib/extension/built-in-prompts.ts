import { addNewPrompts, type Prompt } from '../contracts/index.ts';
import { t } from '../i18n/index.ts';
import { quotedTitle } from '../security/index.ts';

/** The variable for the selected text. */
const SELECTION = '{{selection}}';

/**
 * The built-in prompts, in the user's language, which models then answer in. The page and the selection are read with
 * tools and are not part of the prompt.
 */
export function builtInPrompts(): Prompt[] {
  return [
    { name: 'summarize', text: t('promptSummarize') },
    { name: 'key-points', text: t('promptKeyPoints') },
    { name: 'explain', text: t('promptExplain', { selection: SELECTION }) },
    { name: 'translate', text: t('promptTranslate', { selection: SELECTION }) },
    { name: 'table', text: t('promptTable') },
    { name: 'find', text: `${t('promptFind')} ` },
    { name: 'reply', text: t('promptReply') },
  ];
}

/** The user's prompts, and the built-in ones whose names they do not use. */
export function allPrompts(own: readonly Prompt[]): Prompt[] {
  return addNewPrompts(own, builtInPrompts());
}

/** The page a prompt is used for; '' if unknown. */
type Beside = { title: string; url: string };

/**
 * Fills in the variables of a prompt. The selection is only referred to, so that it is read as data. Title and address
 * are untrusted and are put in quotation marks on one line. `filled`: the values in the text that come from the page.
 */
export function fillPrompt(text: string, { title, url }: Beside): { text: string; filled: string[] } {
  const pageWords: Record<string, string> = {
    page_title: title === '' ? '' : quotedTitle(title),
    url: url.slice(0, 2_000),
  };
  const filled = new Set<string>();
  const filledText = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    if (name === 'selection') return t('selectedText');
    const words = pageWords[name];
    if (words === undefined) return whole;
    if (words === '') return t('thisPage');
    filled.add(words);
    return words;
  });
  return { text: filledText, filled: [...filled] };
}

/** The beginning of the prompt name that the user types after `/`. Null if the field does not begin with `/`. */
export function promptNameIn(field: string): string | null {
  return /^\/([\p{L}\p{N}_-]*)$/u.exec(field)?.[1]?.toLowerCase() ?? null;
}

/** The prompts that match the field's text: `/` and the beginning of a name. Null if it does not start with `/`. */
export function promptsFor(field: string, own: readonly Prompt[]): Prompt[] | null {
  const namePrefix = promptNameIn(field);
  if (namePrefix === null) return null;
  return allPrompts(own).filter(({ name }) => name.toLowerCase().startsWith(namePrefix));
}
