import './thread.css';
import './page-mark.css';
import { ArrowDown, FileText } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type {
  AnswerCheck,
  AssistantMessage,
  Message,
  ModelRef,
  PageRef,
  ThreadState,
  Version,
  WebSource,
} from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { collectKnownTexts, hostsAskedAbout, visibleText } from '../../lib/security/index.ts';
import { factsLine } from '../markdown/fact-words.ts';
import { AskedHosts, KnownTexts } from '../markdown/link.tsx';
import { Sources } from '../markdown/sources.ts';
import { useKeepFocus } from '../parts/keyboard.ts';
import { modelName } from '../parts/model-name.ts';
import type { OnRespond } from '../tools/permission-card.tsx';
import { Announcer } from './announcer.tsx';
import { AssistantMessageView } from './assistant-message.tsx';
import { FurtherActions } from './further-actions.tsx';
import { AnswerActions } from './message-actions.tsx';
import type { NextModel } from './run-outcome.tsx';
import { useStickToEnd } from './use-stick-to-end.ts';
import { UserMessageView } from './user-message.tsx';

/** The actions for messages, by id. */
export type MessageActions = {
  /** Copies the text of a message, as Markdown, to the clipboard. */
  onCopy: (messageId: string) => Promise<void>;
  onEdit: (messageId: string, content: string) => Promise<boolean>;
  onDelete: (messageId: string) => void;
  onRetryWith: (messageId: string) => void;
  /** Also asks another model, whose answer is shown next to this one. */
  onAskAnother: (messageId: string) => void;
  /** Selects the version that begins with this message. */
  onVersion: (messageId: string) => void;
};

/**
 * `view` shows the second answer next to the first, which is already rendered. `isWriting`: whether the second one is
 * being written.
 */
export type AnswerPair = { firstIndex: number; isWriting: boolean; view: (first: ReactNode) => ReactNode };

/** The checked answers by message id, and whether an answer is checked once it has ended. */
type FactChecks = {
  checks: ReadonlyMap<string, AnswerCheck | null>;
  isChecked: (model: ModelRef) => boolean;
};

export const FactChecks = createContext<FactChecks>({ checks: new Map(), isChecked: () => false });

type Props = {
  thread: ThreadState;
  /** Web pages that the chat has read. The same object while they are unchanged. */
  sources: readonly WebSource[];
  /** Returns the versions of the message at a place. Null if it is the only one. */
  versionAt: (index: number) => Version | null;
  actions: MessageActions;
  /** Increases with every message the user sends. */
  sent: number;
  /** Returns the cost of an answer in US dollars. Null if unknown. */
  getCost: (answer: AssistantMessage) => number | null;
  onRespond: (toolCallId: string, ...answer: Parameters<OnRespond>) => ReturnType<OnRespond>;
  onRespondContext: (contextId: string, approved: boolean) => Promise<boolean>;
  onReveal: (runId: string) => void;
  onRetry: () => void;
  onContinue: () => void;
  /** Offered if the model of the last answer is gone. */
  nextModel: NextModel | null;
  /** Two answers to the last question, the first of which begins at an index. Null if there is only one. */
  pair: AnswerPair | null;
  /** Shown while there are no messages. */
  empty: ReactNode;
  /** Shown below the last answer once it has ended. */
  ending: ReactNode;
  /** The number of rows of the chat that could not be read and are missing. */
  unreadable: number;
  /** The message to scroll to after a search. Null for the end. */
  focus: string | null;
};

/** The number of messages shown at first, and added by each click on “Show earlier messages”. */
const PAGE = 50;

/** Which messages are shown: the last ones, those from the focused message on, and earlier ones when asked for. */
function useShownMessages(messages: readonly Message[], focus: string | null) {
  const [shown, setShown] = useState(PAGE);
  const focused = focus === null ? -1 : messages.findIndex((message) => message.messageId === focus);
  const hiddenCount = Math.max(0, Math.min(messages.length - shown, focused < 0 ? messages.length : focused - 1));
  return {
    hiddenCount,
    /** The place of the focused message among those that are shown. */
    focusedPlace: focused < 0 ? null : focused - hiddenCount,
    showEarlier: () => setShown(shown + PAGE),
  };
}

/** What links and quotations in the answers are compared with. */
function KnownSources({ thread, sources, children }: Pick<Props, 'thread' | 'sources'> & { children: ReactNode }) {
  const latest = useRef(thread);
  latest.current = thread;
  // Evaluated when a link is rendered, which is rare, so that links are not all rendered with every delta.
  const listKnownTexts = useCallback(() => collectKnownTexts(latest.current), []);
  const listAskedHosts = useCallback(() => hostsAskedAbout(latest.current), []);
  return (
    <KnownTexts value={listKnownTexts}>
      <AskedHosts value={listAskedHosts}>
        <Sources value={sources}>{children}</Sources>
      </AskedHosts>
    </KnownTexts>
  );
}

/** The conversation. Scrolls with a streaming answer until the user scrolls up. */
export function ThreadView(props: Props) {
  const { thread, sources, versionAt, actions, sent, pair, empty, ending, unreadable, focus } = props;
  const { messages } = thread;
  const { hiddenCount, focusedPlace, showEarlier } = useShownMessages(messages, focus);
  const { scroller, content, atEnd, toEnd, toMessage } = useStickToEnd(thread.threadId, messages.length === 0, sent);
  // Asking again removes the button that was pressed.
  useKeepFocus(scroller);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message that is searched for, when it is there
  useLayoutEffect(() => {
    if (focusedPlace !== null) toMessage(focusedPlace);
  }, [focus, focusedPlace === null]);
  const isRunning = pair?.isWriting === true || !isEnded(messages.at(-1));
  const { checks } = useContext(FactChecks);
  const isHeld = useHeldEnd(messages.at(-1));
  const shownMessages = messages.slice(hiddenCount);
  const pairStart = pair === null ? shownMessages.length : pair.firstIndex - hiddenCount;
  const view = (message: Message, index: number) => {
    // Until the user has chosen, both versions are shown.
    const version = index === pair?.firstIndex ? null : versionAt(index);
    if (message.role === 'user')
      return (
        <UserMessageView key={message.messageId} message={message} version={version} isBusy={isRunning} {...actions} />
      );
    const isLast = index === messages.length - 1;
    return (
      <Turn
        key={message.messageId}
        {...props}
        message={message}
        version={version}
        isPageNamed={message.page !== null && isNewPage(messages, index)}
        check={checks.get(message.messageId) ?? null}
        isLast={isLast}
        isHeld={isLast && isHeld}
        isBusy={isRunning}
      />
    );
  };
  return (
    <KnownSources thread={thread} sources={sources}>
      <div className="thread-frame">
        <div
          className="thread-scroller"
          ref={scroller}
          role="log"
          aria-label={t('conversation')}
          aria-busy={isRunning}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
        >
          <div className="thread" ref={content}>
            {messages.length === 0 && empty}
            {unreadable > 0 && <UnreadableNote count={unreadable} />}
            {hiddenCount > 0 && (
              <button type="button" className="button quiet" onClick={showEarlier}>
                {t('showEarlier', { number: hiddenCount })}
              </button>
            )}
            {shownMessages.slice(0, pairStart).map((message, shownAt) => view(message, hiddenCount + shownAt))}
            {pair?.view(shownMessages.slice(pairStart).map((message, at) => view(message, pair.firstIndex + at)))}
            {messages.length > 0 && !isRunning && !isHeld && ending}
          </div>
        </div>
        <Announcer message={messages.at(-1)} facts={formatFacts(checks.get(messages.at(-1)?.messageId ?? ''))} />
        {!atEnd && (
          <button type="button" className="button icon to-end" aria-label={t('jumpToLatest')} onClick={toEnd}>
            <ArrowDown size={16} aria-hidden />
          </button>
        )}
      </div>
    </KnownSources>
  );
}

type TurnProps = Omit<Props, 'versionAt'> & {
  message: AssistantMessage;
  version: Version | null;
  isPageNamed: boolean;
  check: AnswerCheck | null;
  isLast: boolean;
  /** Whether the part below the answer still waits for its check. */
  isHeld: boolean;
  isBusy: boolean;
};

/** An answer: the page that it is about if that differs from the previous one, its text, and its actions. */
function Turn(props: TurnProps) {
  const { thread, message, version, isPageNamed, check, isLast, isHeld, isBusy, actions, pair } = props;
  const { messageId } = message;
  const canAskAnother = isLast && pair === null && !thread.imported.has(messageId);
  return (
    <div className="turn">
      {isPageNamed && message.page && <PageMark page={message.page} />}
      <AssistantMessageView
        message={message}
        isPageNamed={isPageNamed}
        check={check}
        isClosed={!isHeld}
        cost={props.getCost(message)}
        onRespond={props.onRespond}
        onRespondContext={props.onRespondContext}
        onReveal={props.onReveal}
        onRetry={isLast ? props.onRetry : null}
        onRetryWith={isLast ? actions.onRetryWith : null}
        onContinue={isLast ? props.onContinue : null}
        nextModel={isLast ? props.nextModel : null}
      />
      {message.outcome && !isHeld && (
        <AnswerActions
          version={version}
          isBusy={isBusy}
          isLast={isLast}
          model={modelName(message.model)}
          hasText={hasText(message)}
          onCopy={() => actions.onCopy(messageId)}
          onRetryWith={() => actions.onRetryWith(messageId)}
          onAskAnother={canAskAnother ? () => actions.onAskAnother(messageId) : null}
          onVersion={actions.onVersion}
        >
          <FurtherActions messageId={messageId} />
        </AnswerActions>
      )}
    </div>
  );
}

/**
 * How long the end of an answer waits for its facts, so that everything appears together and nothing moves, in
 * milliseconds.
 */
const HELD_MS = 1000;

/**
 * Whether the parts below the last answer wait for its check. They wait only if it has just ended here without an
 * error, because errors are shown immediately.
 */
function useHeldEnd(last: ThreadState['messages'][number] | undefined): boolean {
  const { checks, isChecked } = useContext(FactChecks);
  const run = last?.role === 'assistant' ? last : null;
  const [openId, setOpenId] = useState<string | null>(null);
  const runId = run?.messageId ?? null;
  const isOpen = run !== null && run.outcome === null;
  useEffect(() => {
    if (isOpen) setOpenId(runId);
  }, [isOpen, runId]);
  const hasFacts = run !== null && run.outcome?.type === 'complete' && hasText(run);
  const isWaiting = hasFacts && openId === runId && isChecked(run.model) && !checks.has(run.messageId);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOpenId(null), HELD_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting;
}

function formatFacts(check: AnswerCheck | null | undefined): string {
  return check && check.facts.length > 0 ? factsLine(check) : '';
}

function UnreadableNote({ count }: { count: number }) {
  return (
    <p className="notice" role="note">
      {plural('unreadableEntries', count)}
    </p>
  );
}

/**
 * Whether this answer is about another page than the previous one. Addresses that only differ in the fragment are one
 * page.
 */
function isNewPage(messages: ThreadState['messages'], index: number): boolean {
  const getPageUrl = (message: ThreadState['messages'][number] | undefined) =>
    message?.role === 'assistant' && message.page ? message.page.url.split('#', 1)[0] : undefined;
  const before = messages.slice(0, index).findLast((message) => message.role === 'assistant' && message.page);
  return getPageUrl(messages[index]) !== getPageUrl(before);
}

/** Whether there is an answer that can be copied, inserted or read aloud. */
function hasText({ steps }: AssistantMessage): boolean {
  return steps.some(({ parts }) => parts.some((part) => part.type === 'text' && part.text.trim() !== ''));
}

function isEnded(message: ThreadState['messages'][number] | undefined): boolean {
  return message?.role !== 'assistant' || message.outcome !== null;
}

/** Shows which page the following answers are about. */
function PageMark({ page: { title, url } }: { page: PageRef }) {
  const host = URL.parse(url)?.host ?? url;
  const name = title === '' ? fileNameAt(url) : title;
  return (
    <p className="page-mark" role="note" aria-label={t('page')} title={url}>
      <FileText size={12} aria-hidden />
      <span dir="auto">{name === '' ? host : name}</span>
      {name !== '' && <small>{host}</small>}
    </p>
  );
}

/** The name of the file at an address, for files that have no title. '' if the address ends with a folder. */
function fileNameAt(url: string): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return visibleText(decodeURIComponent(name));
  } catch {
    return name;
  }
}
