import type { Message } from '../../contracts/index.ts';

/** The text of a message as Markdown, for copying. Of an answer without its preambles. */
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

/** A text as a Markdown quotation, followed by an empty line. */
export function quoted(text: string): string {
  const lines = text.trim().split('\n');
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}
