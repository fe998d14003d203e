import type { Message } from '../../contracts/index.ts';

/**
 * What a message says, as Markdown, to take elsewhere: of an answer what it says to the user, not what it says while it
 * works.
 */
export function messageMarkdown(message: Message): string {
  if (message.role === 'user') return message.content;
  const texts = message.steps.map((step) => ({
    isWork: step.decision === 'tools',
    text: step.parts
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('')
      .trim(),
  }));
  const said = texts.filter(({ text }) => text !== '');
  const answers = said.filter(({ isWork }) => !isWork);
  return (answers.length > 0 ? answers : said).map(({ text }) => text).join('\n\n');
}

/** A text as a Markdown quotation, with room after it to go on. */
export function quoted(text: string): string {
  const lines = text.trim().split('\n');
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}
