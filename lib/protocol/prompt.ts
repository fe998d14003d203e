import * as z from 'zod';

/** A question that is asked often. `name`: what is typed after `/`. */
export const Prompt = z.object({
  name: z.string().min(1).max(40),
  text: z.string().min(1).max(10_000),
});
export type Prompt = z.infer<typeof Prompt>;

/** What comes with Sidenote. The model reads page and selection with its tools: nothing of them stands in the question. */
export const BUILT_IN_PROMPTS: readonly Prompt[] = [
  { name: 'summarize', text: 'Summarize this page in a few sentences, then list its main points.' },
  { name: 'key-points', text: 'What are the key points of this page? One line each, most important first.' },
  { name: 'explain', text: 'Explain {{selection}} in plain words, in the context of this page.' },
  {
    name: 'translate',
    text: 'Translate {{selection}} into my language. If it is in my language already, into English.',
  },
  { name: 'table', text: 'Extract the data of this page into a table.' },
  { name: 'find', text: 'Find on this page: ' },
  { name: 'reply', text: 'Draft a reply to what is written on this page. Match its tone, and keep it short.' },
];

/** The person's own prompts, and those that come with Sidenote and have no namesake among them. */
export function allPrompts(own: readonly Prompt[]): Prompt[] {
  return withNew(own, BUILT_IN_PROMPTS);
}

/** `here`, and what `others` has besides under other names. */
export function withNew(here: readonly Prompt[], others: readonly Prompt[]): Prompt[] {
  const names = new Set(here.map(({ name }) => name));
  return [...here, ...others.filter(({ name }) => !names.has(name))];
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
    selection: 'the text I have selected',
    page_title: title === '' ? 'this page' : quote(title),
    url: url === '' ? 'this page' : url.slice(0, 2_000),
  };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The prompts that what stands in the field asks for: `/` and the beginning of a name. null: it asks for none. */
export function promptsFor(field: string, own: readonly Prompt[]): Prompt[] | null {
  const typed = /^\/([\p{L}\p{N}_-]*)$/u.exec(field)?.[1]?.toLowerCase();
  if (typed === undefined) return null;
  return allPrompts(own).filter(({ name }) => name.toLowerCase().startsWith(typed));
}
