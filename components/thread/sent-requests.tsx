import './sent-requests.css';
import { Download } from 'lucide-react';
import { createContext, type ReactNode, useEffect, useState } from 'react';
import {
  BROWSER_SEARCH,
  classifyReach,
  LOCAL_DESTINATIONS,
  type Reach,
  type ReceiptDetails,
  type ReceiptEntry,
  type SendKind,
  type TextGap,
} from '../../lib/contracts/index.ts';
import { language, type PlainKey, t } from '../../lib/i18n/index.ts';
import { formatFileSize } from '../parts/amounts.ts';

/** Renders what an answer sent, by its id. Null if unavailable. */
export const ReceiptOfAnswer = createContext<((runId: string) => ReactNode) | null>(null);

/** A request and a function that returns its text, which is long. */
export type SentRequest = {
  entry: ReceiptEntry;
  details: Omit<ReceiptDetails, 'body'> | null;
  body: () => Promise<Body>;
};
type Body = ReceiptDetails['body'];

/** Expands to show what an answer sent. `children` are only rendered while it is open. */
export function ReceiptFold({ children }: { children: () => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="receipt"
      onToggle={({ currentTarget, target }) => target === currentTarget && setIsOpen(currentTarget.open)}
    >
      <summary>{t('receiptTitle')}</summary>
      {isOpen && children()}
    </details>
  );
}

type Props = { requests: readonly SentRequest[]; onSave: () => void };

/** What an answer sent: whether it left the computer, one line per request, and the receipt as a file. */
export function AnswerReceipt({ requests, onSave }: Props) {
  if (requests.length === 0) return <p>{t('receiptNone')}</p>;
  return (
    <>
      <ReachText requests={requests} />
      <SentRequests requests={requests} />
      <button type="button" className="button small" title={t('saveReceiptHint')} onClick={onSave}>
        <Download size={13} aria-hidden /> {t('saveReceipt')}
      </button>
    </>
  );
}

/** Says so if nothing left the computer. Makes no claim about the browser's own model, which the browser controls. */
export function ReachText({ requests }: Pick<Props, 'requests'>) {
  const reached = new Set<Reach>(requests.map(({ entry }) => classifyReach(entry.origin)));
  if (requests.length === 0 || reached.has('elsewhere') || reached.has('browser')) return null;
  return (
    <p>
      <strong>{t('receiptNothingLeft')}</strong> {reached.has('this-computer') && t('receiptLocalServer')}
    </p>
  );
}

/** One line per request, which expands to its exact text. */
export function SentRequests({ requests }: Pick<Props, 'requests'>) {
  return (
    <ol className="sent-requests">
      {requests.map((request) => (
        <li key={request.entry.n}>
          <SentRequestLine request={request} />
        </li>
      ))}
    </ol>
  );
}

function SentRequestLine({ request: { entry, details, body } }: { request: SentRequest }) {
  const [text, setText] = useState<Body | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of a request never changes
  useEffect(() => {
    if (isOpen && details !== null) void body().then(setText);
  }, [isOpen]);
  const time = new Intl.DateTimeFormat(language(), { timeStyle: 'medium' }).format(entry.at);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span>{time}</span>
        <span>{t(KINDS[entry.kind])}</span>
        <bdi className="sent-to">{receiver(entry.origin)}</bdi>
        <span>{formatFileSize(entry.bytes)}</span>
      </summary>
      {details === null ? (
        <p>{t('gapDeleted')}</p>
      ) : (
        <>
          {/^https?:/.test(details.address) && (
            <p dir="ltr">
              {entry.method} {details.address}
            </p>
          )}
          {text !== null && 'gap' in text && <p>{t(GAPS[text.gap])}</p>}
          {text !== null && 'text' in text && text.text !== '' && <ExactText text={text.text} />}
        </>
      )}
    </details>
  );
}

/** Focusable, so that a long text can be scrolled with the keyboard. */
function ExactText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre dir="auto" tabIndex={0}>
      {text}
    </pre>
  );
}

const KINDS: Record<SendKind, PlainKey> = {
  model: 'sentModel',
  title: 'sentTitle',
  'warm-up': 'sentWarmUp',
  search: 'sentSearch',
  page: 'sentPage',
  document: 'sentDocument',
  tab: 'sentTab',
  mcp: 'sentMcp',
};

const GAPS: Record<TextGap, PlainKey> = {
  'too-large': 'gapTooLarge',
  'no-room': 'gapNoRoom',
  private: 'gapPrivate',
  lost: 'gapLost',
};

function receiver(origin: string): string {
  if (origin === LOCAL_DESTINATIONS.extension) return t('receiptInside');
  if (origin === LOCAL_DESTINATIONS.browser) return t('receiptBrowser');
  if (origin === BROWSER_SEARCH) return t('browserSearchEngine');
  return URL.parse(origin)?.host || origin;
}
