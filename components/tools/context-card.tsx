import './tool-call.css';
import './permission-card.css';
import { CircleAlert, CircleCheck, CircleHelp, CircleMinus, LoaderCircle } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import {
  type ContextErrorCode,
  type ContextPart,
  type ContextQuestion,
  type ContextSelection,
  isContextSettled,
  type PageContext,
} from '../../lib/contracts/index.ts';
import { formatList, type PlainKey, t } from '../../lib/i18n/index.ts';
import { maskSecrets, visibleText } from '../../lib/security/index.ts';
import { formatDuration, formatTokenCount } from '../parts/amounts.ts';
import { ApproveButton } from '../parts/buttons.tsx';
import { AlwaysAllowLastSite, AlwaysAllowSharedSite, BrowserSaidNo, HowToShare } from '../parts/site-access.tsx';
import { toolFailureText } from '../parts/tool-failure-text.ts';
import { destinationHost } from './approval-texts.ts';
import { CardHead } from './card-head.tsx';
import { MaskNote } from './mask-note.tsx';
import { TextForModel } from './tool-result.tsx';

type Props = {
  part: ContextPart;
  /** Whether the model received the PDF as a file, or refused it and received its text. Null if only text was sent. */
  file: 'sent' | 'refused' | null;
  /** Whether it belongs to the last answer. */
  isLatest: boolean;
  /** The address of the page whose title is shown above the answer. Null if there is none. */
  namedUrl: string | null;
  /** Whether the user revealed what is masked to the model. */
  isRevealed: boolean;
  /**
   * Answers whether the page may be sent. With false, the answer continues without it. Resolves to whether the answer
   * counts, like `OnRespond`.
   */
  onRespond: (contextId: string, approved: boolean) => Promise<boolean>;
  onReveal: () => void;
};

/**
 * A page that is sent with the question: what was read, which part of it, how many tokens, and on click the exact text.
 */
export function ContextCard({ part, file, isLatest, namedUrl, isRevealed, onRespond, onReveal }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const body = useId();
  const title = useId();
  const isOpen = chosen ?? !isContextSettled(part);
  const secrets = part.state === 'available' ? part.context.secrets : undefined;
  const text = part.state === 'available' && file !== 'sent' ? part.context.text : '';
  // Sent with an earlier question, where its card is shown.
  if (part.state === 'available' && part.context.selection === 'unchanged') return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this is a group of output
    <div
      className="tool-call"
      role="group"
      aria-labelledby={title}
      data-tool="page_context"
      data-state={part.state}
      data-selection={part.state === 'available' ? part.context.selection : undefined}
    >
      <CardHead isOpen={isOpen} bodyId={body} onToggle={() => setChosen(!isOpen)}>
        <StateIcon state={part.state} />
        <span className="tool-call-title" id={title}>
          {formatPartTitle(part, namedUrl)}
        </span>
        <span
          className={part.state === 'approval-requested' ? 'visually-hidden' : 'tool-call-note'}
          title={part.state === 'available' ? formatTokenCount(part.context.tokens) : undefined}
        >
          {formatPartNote(part, file)}
        </span>
      </CardHead>
      <div id={body} hidden={!isOpen}>
        {isOpen && part.state === 'available' && (
          <div className="tool-call-result">
            <p className="tool-call-source" dir="auto">
              {formatList([part.context.source.title, part.context.source.url].filter((each) => each !== ''))}
            </p>
            {file !== null && <p>{t(file === 'sent' ? 'contextFileSent' : 'contextFileRefused')}</p>}
            {text !== '' && (
              <TextForModel title={t('contextSent')} text={isRevealed ? text : maskSecrets(text, secrets).text} />
            )}
          </div>
        )}
      </div>
      {part.state === 'approval-requested' && part.source.type === 'tab' && (
        <Question
          tabId={part.source.tabId}
          question={part.question}
          onRespond={(approved) => onRespond(part.contextId, approved)}
        />
      )}
      {text !== '' && <MaskNote content={text} secrets={secrets} isRevealed={isRevealed} onReveal={onReveal} />}
      {part.state === 'error' && part.source.type === 'tab' && (
        <p className="tool-call-error" dir="auto">
          {describeErrorCode(part.code)}{' '}
          {part.code === 'no-access' && <AlwaysAllowLastSite tabId={part.source.tabId} />}
        </p>
      )}
      {part.state === 'available' && part.context.isWithoutSession && (
        <p className="tool-call-source">{t('readWithoutSignIn')}</p>
      )}
      {isLatest && part.state === 'available' && part.source.type === 'tab' && (
        <AlwaysAllowSharedSite url={part.context.source.url} />
      )}
    </div>
  );
}

type QuestionProps = { tabId: number; question: ContextQuestion; onRespond: (approved: boolean) => Promise<boolean> };

function Question({ tabId, question, onRespond }: QuestionProps) {
  const { reason, origin } = question;
  const sentence = useId();
  const [isDeclined, setIsDeclined] = useState(false);
  const approve = async () => setIsDeclined(!(await onRespond(true)));
  // The site of a tab is hidden until the user grants access, so a button here would have nothing to approve.
  const canSend = origin !== null;
  return (
    <section className="permission-card" aria-labelledby={sentence}>
      <p id={sentence} className="permission-sentence">
        {t(QUESTIONS[reason], { site: origin ?? '' })}
      </p>
      {!canSend && <HowToShare tabId={tabId} onReadable={() => void approve()} />}
      <div className="permission-buttons">
        <button type="button" className="button" onClick={() => void onRespond(false)}>
          {t('contextWithout')}
        </button>
        {!canSend && <AlwaysAllowLastSite tabId={tabId} />}
        {canSend && (
          <ApproveButton
            label={reason === 'viewer' ? t('allowNamedSite', { site: destinationHost(origin) }) : t('contextSend')}
            onApprove={() => void approve()}
          />
        )}
      </div>
      {isDeclined && <BrowserSaidNo />}
    </section>
  );
}

const QUESTIONS = {
  'no-access': 'contextAsksNoAccess',
  viewer: 'askReadViewed',
  moved: 'contextAsksMoved',
  'site-asks': 'contextAsksSite',
  'sensitive-fields': 'contextAsksSensitive',
} as const satisfies Record<ContextQuestion['reason'], string>;

const SELECTIONS: Record<ContextSelection, PlainKey> = {
  all: 'contextAll',
  relevant: 'contextRelevant',
  coverage: 'contextCoverage',
  unchanged: 'contextUnchanged',
};

function formatPartTitle(part: ContextPart, namedUrl: string | null): string {
  switch (part.state) {
    case 'reading':
    case 'approved':
    case 'approval-requested':
      return t(part.source.type === 'project-files' ? 'projectFilesReading' : 'toolThePageDoing');
    case 'available':
      if (part.source.type === 'project-files') return t('projectFilesSent', { name: part.context.source.title });
      if (part.context.source.url.split('#', 1)[0] === namedUrl?.split('#', 1)[0]) return t('toolThePageDone');
      return t('contextReadPage', { page: formatPageName(part.context) });
    case 'skipped':
      return t('contextSkipped');
    case 'error':
      return t(part.source.type === 'project-files' ? 'projectFilesNotRead' : 'contextNotRead');
    default:
      return part satisfies never;
  }
}

function formatPartNote(part: ContextPart, file: Props['file']): string {
  switch (part.state) {
    case 'available': {
      if (file === 'sent') return t('contextAsFile');
      const { selection } = part.context;
      const isAllFiles = part.source.type === 'project-files' && selection === 'all';
      return t(isAllFiles ? 'projectFilesAll' : SELECTIONS[selection]);
    }
    case 'approval-requested':
      return t('waitingForYou');
    case 'error':
      return part.ms > 0 ? formatDuration(part.ms) : '';
    default:
      return '';
  }
}

/** Returns the title of a page, which distinguishes the pages of a site, or its host if it has none. */
function formatPageName({ source: { title, url } }: PageContext): string {
  return visibleText(title).trim() || URL.parse(url)?.host || url;
}

function describeErrorCode(code: ContextErrorCode): string {
  switch (code) {
    case 'empty':
      return t('contextEmpty');
    case 'timed-out':
      return toolFailureText('timed-out');
    case 'failed':
      return t('pageNotReadable');
    default:
      return toolFailureText(code);
  }
}

function StateIcon({ state }: { state: ContextPart['state'] }): ReactNode {
  const size = { size: 15, 'aria-hidden': true } as const;
  switch (state) {
    case 'available':
      return <CircleCheck className="good" {...size} />;
    case 'skipped':
      return <CircleMinus {...size} />;
    case 'error':
      return <CircleAlert className="bad" {...size} />;
    case 'approval-requested':
      return <CircleHelp className="warn" {...size} />;
    default:
      return <LoaderCircle className="spin" {...size} />;
  }
}
