import { type Prompt, withNew } from '../contracts/index.ts';
import { t } from '../i18n/index.ts';

/** The variable that stands for what is selected. */
const SELECTION = '{{selection}}';

/**
 * What comes with Sidenote, in the user's language, in which a model then answers. It reads page and selection with its
 * tools: nothing of them stands in the question.
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

/** The user's own prompts, and those that come with Sidenote and have no namesake among them. */
export function allPrompts(own: readonly Prompt[]): Prompt[] {
  return withNew(own, builtInPrompts());
}

/** The page a prompt is used beside, as far as it is known: '' where it is not. */
type Beside = { title: string; url: string };

/** The longest title that is put into a question, in characters. */
const MAX_TITLE = 200;

/**
 * A prompt with its variables filled in. What is selected is named, not copied: it is read as data. Title and address are the
 * page's words, and stand in quotation marks on one line.
 */
export function fillPrompt(text: string, { title, url }: Beside): string {
  const quote = (words: string) => JSON.stringify(words.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE));
  const values: Record<string, string> = {
    selection: t('selectedText'),
    page_title: title === '' ? t('thisPage') : quote(title),
    url: url === '' ? t('thisPage') : url.slice(0, 2_000),
  };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The prompts that what stands in the field asks for: `/` and the beginning of a name. null: it asks for none. */
export function promptsFor(field: string, own: readonly Prompt[]): Prompt[] | null {
  const typed = /^\/([\p{L}\p{N}_-]*)$/u.exec(field)?.[1]?.toLowerCase();
  if (typed === undefined) return null;
  return allPrompts(own).filter(({ name }) => name.toLowerCase().startsWith(typed));
}
