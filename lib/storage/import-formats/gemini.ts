import * as z from 'zod';
import { parseDate } from './dates.ts';
import { type ForeignChat, type ForeignMessage, type Loss, titleFromQuestion } from './foreign-chat.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

const Activity = z.looseObject({
  header: z.string(),
  title: z.string(),
  time: z.string(),
  products: z.array(z.string()).nullish(),
  safeHtmlItem: z.array(z.looseObject({ html: z.string() })).nullish(),
  attachedFiles: z.array(z.unknown()).nullish(),
  imageFile: z.unknown().optional(),
});

/** The name of the product, which is the same in every language. */
const PRODUCT = /gemini|bard/i;
/** The verb before the question, in exports of an account in English. In other languages it is kept. */
const VERB = /^Prompted\s+/;

/** A question to Gemini and its answer. `at`: milliseconds since 1970. */
type GeminiActivity = { at: number; question: string; answer: string; lost: Loss[] };

/**
 * An entry of `MyActivity.json`, which Google Takeout exports for “My Activity, Gemini Apps”, or null if it is
 * something else. `isAsked`: whether the entry is a question. It may be something else, such as the creation of a
 * canvas.
 */
export function readGeminiActivity(value: unknown): (GeminiActivity & { isAsked: boolean }) | null {
  const { success, data } = Activity.safeParse(value);
  const at = parseDate(data?.time);
  if (!success || at === null || !PRODUCT.test([data.header, ...(data.products ?? [])].join(' '))) return null;
  const answer = (data.safeHtmlItem ?? []).map(({ html }) => htmlToMarkdown(html)).join('\n\n');
  const lost: Loss[] = [
    ...(data.attachedFiles ?? []).map((): Loss => 'attachment'),
    ...(typeof data.imageFile === 'string' ? (['picture'] as const) : []),
  ];
  const isAsked = VERB.test(data.title) || answer !== '';
  return { at, question: data.title.replace(VERB, ''), answer, lost, isAsked };
}

/** Entries do not belong to chats. Consecutive entries less than this far apart are treated as one chat. */
const SAME_CHAT_MS = 30 * 60_000;

/** Groups the entries of a file, in chronological or reverse order, into chats. */
export class GeminiChats {
  #entries: GeminiActivity[] = [];

  /** Returns the previous chat if the entry begins a new one, or null. */
  add(entry: GeminiActivity): ForeignChat | null {
    const last = this.#entries.at(-1);
    const isSame = last === undefined || Math.abs(last.at - entry.at) < SAME_CHAT_MS;
    const chat = isSame ? null : this.end();
    this.#entries.push(entry);
    return chat;
  }

  /** Returns the last chat, or null if there was no entry. */
  end(): ForeignChat | null {
    const entries = this.#entries.toSorted((one, other) => one.at - other.at);
    this.#entries = [];
    const [first] = entries;
    if (first === undefined) return null;
    const messages: ForeignMessage[] = [];
    const add = (role: 'user' | 'assistant', text: string, { at, lost }: GeminiActivity) => {
      const parentId = messages.at(-1)?.id ?? null;
      const id = `gemini-${at}-${messages.length + 1}`;
      messages.push({ id, parentId, role, text, reasoning: '', model: null, at, files: [], lost });
    };
    for (const entry of entries) {
      add('user', entry.question, entry);
      if (entry.answer !== '') add('assistant', entry.answer, { ...entry, lost: [] });
    }
    return {
      id: String(first.at),
      title: titleFromQuestion(first.question),
      createdAt: first.at,
      updatedAt: entries.at(-1)?.at ?? null,
      messages,
      currentId: messages.at(-1)?.id ?? null,
    };
  }
}
