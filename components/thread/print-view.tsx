import { Printer } from 'lucide-react';
import {
  type AnswerCheck,
  type AssistantMessage,
  isOfTab,
  listTexts,
  type Message,
  type UserMessage,
  type WebSource,
} from '../../lib/contracts/index.ts';
import type { DocumentWords, ExportedChat } from '../../lib/documents/index.ts';
import { language, t } from '../../lib/i18n/index.ts';
import { AnswerFacts } from '../markdown/facts.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { Sources } from '../markdown/sources.ts';
import { FactList } from './fact-list.tsx';
import { SourceList } from './source-list.tsx';
import './print-view.css';

type Props = {
  chat: ExportedChat;
  sources: readonly WebSource[];
  words: DocumentWords;
  onPrint: () => void;
};

/** A chat as a document: questions, answers and sources, without the controls of the panel. */
export function PrintView({ chat, sources, words, onPrint }: Props) {
  const { title, createdAt, updatedAt, thread, checks } = chat;
  const dates = new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Sources value={sources}>
      <main className="print-view">
        <button type="button" className="button primary" onClick={onPrint}>
          <Printer size={14} aria-hidden /> {t('printChat')}
        </button>
        <h1 dir="auto">{title === '' ? words.untitled : title}</h1>
        <p className="print-dates">{dates.formatRange(createdAt, updatedAt)}</p>
        {thread.messages.map((message) => (
          <PrintedMessage
            key={message.messageId}
            message={message}
            check={checks?.get(message.messageId) ?? null}
            words={words}
          />
        ))}
      </main>
    </Sources>
  );
}

type PrintedProps<M> = { message: M; words: DocumentWords };

function PrintedMessage({ message, check, words }: PrintedProps<Message> & { check: AnswerCheck | null }) {
  switch (message.role) {
    case 'user':
      return <PrintedQuestion message={message} words={words} />;
    case 'assistant':
      return <PrintedAnswer message={message} check={check} words={words} />;
    default:
      return message satisfies never;
  }
}

function PrintedQuestion({ message, words }: PrintedProps<UserMessage>) {
  const { content, tabs = [], files = [] } = message;
  return (
    <article className="printed question" dir="auto">
      <h2>{words.user}</h2>
      {tabs.map(({ tabId, title, url }) => (
        <p key={tabId} className="print-note">
          {words.tab(title, url)}
        </p>
      ))}
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stay as they were sent
        <div key={index}>
          <p className="print-note">{words.file(file.name)}</p>
          {file.type === 'image' && (
            <img src={`data:${file.image.mediaType};base64,${file.image.data}`} alt={file.name} />
          )}
        </div>
      ))}
      <p className="print-text">{content}</p>
    </article>
  );
}

type PrintedAnswerProps = PrintedProps<AssistantMessage> & { check: AnswerCheck | null };

function PrintedAnswer({ message, check, words }: PrintedAnswerProps) {
  const { model, contexts, tabId, steps, outcome } = message;
  const pages = contexts.flatMap((part) =>
    part.state === 'available' && isOfTab(part, tabId) ? [part.context.source] : [],
  );
  const texts = steps.flatMap(listTexts);
  return (
    <article className="printed" dir="auto">
      <h2>{model.modelId}</h2>
      {pages.map(({ url, title }) => (
        <p key={url} className="print-note">
          {words.tab(title, url)}
        </p>
      ))}
      <AnswerFacts value={check}>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the page is not updated
          <Markdown key={index} text={text} />
        ))}
      </AnswerFacts>
      {check && <FactList check={check} isOpen onGoTo={() => undefined} />}
      <SourceList message={message} />
      {outcome?.type !== 'complete' && <p className="print-note">{words.outcome(outcome)}</p>}
    </article>
  );
}
