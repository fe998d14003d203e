import {
  type AssistantMessage,
  incompleteReasonText,
  type Message,
  type Part,
  type ThreadState,
  type ToolCall,
  toolFailureText,
} from '../contracts/index.ts';
import { t } from '../i18n/index.ts';

/** Formats a thread as a Markdown document: questions, answers, and a line for each tool call. */
export function threadMarkdown(title: string, { messages }: ThreadState): string {
  const head = `# ${oneLine(title === '' ? t('untitledChat') : title)}`;
  return `${[head, ...messages.map(messageMarkdown)].join('\n\n')}\n`;
}

function messageMarkdown(message: Message): string {
  switch (message.role) {
    case 'user':
      return [`## ${t('you')}`, ...attachedLines(message), inert(message.content)].join('\n\n');
    case 'assistant':
      return `## ${oneLine(message.model.modelId)}\n\n${answerMarkdown(message)}`;
    default:
      return message satisfies never;
  }
}

/** Only the names of attached files and tabs, since their content would be most of the document. */
function attachedLines({ tabs = [], files = [] }: Message & { role: 'user' }): string[] {
  return [
    ...tabs.map(({ title, url }) => `> ${t('exportedTab', { title: oneLine(title), url: oneLine(url) })}`),
    ...files.map(({ name }) => `> ${t('exportedFile', { name: oneLine(name) })}`),
  ];
}

function answerMarkdown(run: AssistantMessage): string {
  const { steps, outcome } = run;
  const said = steps.flatMap((step) => step.parts.map(partMarkdown)).filter((part) => part !== '');
  const parts = [...pageLines(run), ...said];
  if (outcome === null) parts.push(`*(${t('stillBeingWritten')})*`);
  if (outcome?.type === 'incomplete') parts.push(`*(${incompleteReasonText(outcome.reason)})*`);
  if (outcome?.type === 'error') parts.push(`*(${oneLine(outcome.failure.message)})*`);
  return parts.join('\n\n');
}

/** The page that went with the question. Pages of added tabs are listed separately. */
function pageLines({ contexts, tabId }: AssistantMessage): string[] {
  return contexts.flatMap((part) => {
    if (part.state !== 'available' || part.tabId !== tabId || part.context.selection === 'unchanged') return [];
    const { title, url } = part.context.source;
    return [`> ${t('exportedTab', { title: oneLine(title), url: oneLine(url) })}`];
  });
}

function partMarkdown(part: Part): string {
  switch (part.type) {
    case 'text':
      return inert(part.text.trim());
    case 'reasoning':
      return '';
    case 'tool-call':
      return callMarkdown(part.call);
    default:
      return part satisfies never;
  }
}

function callMarkdown(call: ToolCall): string {
  const input = 'input' in call && call.input !== null ? ` ${oneLine(JSON.stringify(call.input))}` : '';
  const error =
    call.state === 'output-error'
      ? `: ${oneLine(call.code === null ? call.errorText : toolFailureText(call.code))}`
      : '';
  return `> ${t('exportedCall', { tool: oneLine(call.toolName) })}${input}${error}`;
}

/** Text from pages and models, on one line and without markup of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|!]/g, '\\$&');
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Markdown that loads nothing when the file is opened elsewhere: images become links, HTML becomes text. Fenced code is
 * unchanged.
 */
function inert(markdown: string): string {
  let delimiter: string | null = null;
  const lines = markdown.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (delimiter === null) {
      delimiter = mark ?? null;
      return mark === undefined ? inertLine(line) : line;
    }
    if (mark?.startsWith(delimiter) && line.trim() === mark) delimiter = null;
    return line;
  });
  return lines.join('\n');
}

function inertLine(line: string): string {
  return line.replace(/!(?=\[)/g, '\\!').replace(/<(?=[a-z/!?])/gi, '\\<');
}
