import { fenceText } from '../../agent/index.ts';
import type { Loss } from './foreign-chat.ts';

/** The content of a message that can be imported. */
type MessageParts = { text: string; reasoning: string; lost: Loss[] };

/**
 * The content of a message as stored by applications: a text, or a list of parts in one of the formats of model APIs
 * (OpenAI Chat Completions and Responses, Anthropic Messages, LibreChat). Documents that a tool wrote beside the chat
 * are included in the text. Every other part is counted as a loss.
 */
export function readMessageParts(content: unknown): MessageParts {
  const text: string[] = [];
  const reasoning: string[] = [];
  const lost: Loss[] = [];
  // Without recursion, since the file determines the depth.
  const open: unknown[] = [content];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') text.push(part);
    else if (Array.isArray(part)) addAll(open, part.toReversed());
    else if (typeof part === 'object' && part !== null) readPart(part as Fields);
  }
  return { text: joinParagraphs(text), reasoning: joinParagraphs(reasoning), lost };

  function readPart(part: Fields): void {
    const type = typeof part.type === 'string' ? part.type : 'text';
    if (TEXTS.test(type)) addAll(text, textsIn([part.text, part.content]));
    else if (type === 'message') open.push(part.content);
    else if (type === 'error') addAll(text, textsIn([part.error, part.text]));
    else if (THOUGHTS.test(type)) {
      addAll(reasoning, textsIn([part.thinking, part.think, part.text, part.summary, part.content]));
    } else if (CALLS.test(type)) {
      const document = documentIn(part.input);
      if (document === null) lost.push('tool-call');
      else text.push(document);
    } else if (PICTURES.test(type)) lost.push('picture');
    else if (!UNCOUNTED.test(type)) lost.push('attachment');
  }
}

type Fields = Record<string, unknown>;

/** One by one, because a call takes some ten thousand arguments, and a file may have more. */
function addAll<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

const TEXTS = /^(text|input_text|output_text|refusal|voice_note)$/;
const THOUGHTS = /think|reason/;
const CALLS = /(tool|call|interpreter)(?!.*_(result|output)$)/;
const PICTURES = /image/;
/** Not counted as losses: results, since their calls are counted, and internal markers of the application. */
const UNCOUNTED = /_(result|output)$|^(token_budget|flag)$/;

/** The texts in values that are each a text, an object with a text, or a list of these. */
function textsIn(values: readonly unknown[]): string[] {
  return values.flatMap((outer): string[] => {
    let value = outer;
    // Without recursion, since the depth is the file's.
    while (typeof value === 'object' && value !== null && !Array.isArray(value))
      value = (value as Fields).value ?? (value as Fields).text;
    if (typeof value === 'string') return value === '' ? [] : [value];
    if (!Array.isArray(value)) return [];
    return value.flatMap((each: unknown) =>
      typeof each === 'string' ? [each] : typeof each === 'object' && each !== null ? plainText(each as Fields) : [],
    );
  });
}

const plainText = ({ text }: Fields): string[] => (typeof text === 'string' && text !== '' ? [text] : []);

/**
 * A document that an application's tool was called to write (artifacts and files of Claude, canvas of ChatGPT), as a
 * code block under its name, or null.
 */
export function documentIn(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const fields = input as Fields;
  const content = fields.content ?? fields.file_text;
  if (typeof content !== 'string' || content.trim() === '') return null;
  const name = [fields.title, fields.name, fields.path].find((each) => typeof each === 'string' && each !== '');
  const language =
    typeof fields.language === 'string' && /^[\w+#-]{1,20}$/.test(fields.language) ? fields.language : '';
  return `${name === undefined ? '' : `**${String(name).replaceAll('\n', ' ')}**\n\n`}${fenceText(content, language)}`;
}

const joinParagraphs = (texts: readonly string[]): string => texts.filter((text) => text.trim() !== '').join('\n\n');
