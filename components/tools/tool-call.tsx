import './tool-call.css';
import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import {
  type ApprovalRequest,
  effectDetails,
  isSettled,
  readFillOutcome,
  type ToolCall,
} from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import { formatDuration } from '../parts/amounts.ts';
import { chatRuleText } from '../parts/chat-rules.tsx';
import { useKeepFocus } from '../parts/keyboard.ts';
import { labelText } from '../parts/rich-text.tsx';
import { AllowOpeningPages } from '../parts/site-access.tsx';
import { toolFailureText } from '../parts/tool-failure-text.ts';
import { CardHead } from './card-head.tsx';
import { ElicitationCard } from './elicitation-card.tsx';
import { FormCard } from './form-card.tsx';
import { FormResult } from './form-result.tsx';
import { MaskNote } from './mask-note.tsx';
import { type OnRespond, PermissionCard } from './permission-card.tsx';
import { ToolArguments } from './tool-arguments.tsx';
import { ToolIcon } from './tool-icon.tsx';
import { findToolView, toolLabels } from './tool-labels.ts';
import { ToolPreviewView } from './tool-preview.tsx';
import { SaveResult, TextForModel, ToolResult, ToolWords } from './tool-result.tsx';

type Props = {
  call: ToolCall;
  /** The page the question is about, or null if unknown. */
  pageUrl: string | null;
  /** Whether the user revealed the masked secrets in results to the model. */
  isRevealed: boolean;
  onRespond: (toolCallId: string, ...answer: Parameters<OnRespond>) => ReturnType<OnRespond>;
  onReveal: () => void;
};

/**
 * One tool call, live: its arguments as they arrive, its progress, what it has found so far, and its result or error. A
 * successful call is collapsed to a line.
 */
export function ToolCallCard({ call, pageUrl, isRevealed, onRespond, onReveal }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  // The request for approval shows the arguments itself.
  const isOpen = chosen ?? !(isSettled(call) || call.state === 'approval-requested');
  const body = useId();
  const title = useId();
  const card = useKeepFocus<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this is a group of output
    <div
      ref={card}
      className="tool-call"
      role="group"
      aria-labelledby={title}
      data-tool={call.toolName}
      data-state={call.state}
      tabIndex={-1}
    >
      <CardHead isOpen={isOpen} bodyId={body} onToggle={() => setChosen(!isOpen)}>
        <StateIcon state={hasFailed(call) ? 'output-error' : isAsking(call) ? 'approval-requested' : call.state} />
        <ToolIcon icon={findToolView(call.toolName)?.icon ?? null} />
        <span className="tool-call-title" id={title}>
          {toolLabels(call, pageUrl)}
        </span>
        <span className="tool-call-note">
          <ToolBadges call={call} />
          {/* What the call waits for is shown below, so that the title has enough space. */}
          <span className={isAsking(call) ? 'visually-hidden' : undefined}>
            <Note call={call} />
          </span>
        </span>
      </CardHead>
      {call.state === 'executing' && <Progress call={call} />}
      <div id={body} hidden={!isOpen}>
        {isOpen && <CallDetails call={call} />}
      </div>
      {call.state === 'approval-requested' && (
        <ApprovalCard
          // Remounts for another request, which has to be read again.
          key={requestKey(call.request)}
          toolCallId={call.toolCallId}
          request={call.request}
          onRespond={(...answer) => onRespond(call.toolCallId, ...answer)}
        />
      )}
      {call.state === 'executing' && call.elicitation !== null && (
        <ElicitationCard key={call.elicitation.elicitationId} toolCallId={call.toolCallId} {...call.elicitation} />
      )}
      {call.state === 'output-available' && <OutputNotes call={call} isRevealed={isRevealed} onReveal={onReveal} />}
      {call.state === 'output-error' && <CallFailure code={call.code} errorText={call.errorText} />}
    </div>
  );
}

/** What an open card shows: the arguments, and what the call has found so far, its result, or what the model was told. */
function CallDetails({ call }: { call: ToolCall }) {
  return (
    <>
      <ToolArguments call={call} />
      {call.state === 'executing' && call.found !== null && (
        <div className="tool-call-result">
          <ToolPreviewView preview={call.found} />
        </div>
      )}
      {call.state === 'output-available' && <ToolResult call={call} />}
      {call.state === 'output-error' && call.code !== null && (
        <div className="tool-call-result">
          <TextForModel text={call.errorText} />
        </div>
      )}
    </>
  );
}

type NotesProps = Pick<Props, 'isRevealed' | 'onReveal'> & { call: ToolCall & { state: 'output-available' } };

/** What is shown of a result even if its card is collapsed: a filled form, a file to save, masked secrets, an error. */
function OutputNotes({ call, isRevealed, onReveal }: NotesProps) {
  const { content, secrets, file, details } = call.output;
  return (
    <>
      <FormResult call={call} />
      {file !== undefined && <SaveResult content={content} file={file} />}
      <MaskNote content={content} secrets={secrets} isRevealed={isRevealed} onReveal={onReveal} />
      {hasFailed(call) && readFillOutcome(details) === null && (
        <div className="tool-call-error">
          <p>{t('toolReportedError')}</p>
          <ToolWords content={content} />
        </div>
      )}
    </>
  );
}

/** Why a call failed, with a button for what the user can do about it. */
function CallFailure({ code, errorText }: Pick<ToolCall & { state: 'output-error' }, 'code' | 'errorText'>) {
  const settingsKey =
    code === 'mcp-sign-in' || code === 'mcp-scope'
      ? 'mcpSignIn'
      : code === 'mcp-no-permission'
        ? 'contextOpenSettings'
        : null;
  return (
    <p className="tool-call-error" dir="auto">
      {code === null ? errorText : toolFailureText(code)}
      {settingsKey !== null && (
        <>
          {' '}
          <a className="button" href="/options.html#mcp" target="_blank" rel="noreferrer">
            {t(settingsKey)}
          </a>
        </>
      )}
      {(code === 'site-not-allowed' || code === 'results-hidden') && <AllowOpeningPages />}
    </p>
  );
}

type ApprovalProps = { toolCallId: string; request: ApprovalRequest; onRespond: OnRespond };

function ApprovalCard({ toolCallId, request, onRespond }: ApprovalProps) {
  const form = effectDetails(request)?.form;
  if (form === undefined) return <PermissionCard request={request} onRespond={onRespond} />;
  return <FormCard toolCallId={toolCallId} proposal={form} onRespond={onRespond} />;
}

/** Of two requests of a call, which may need the tab first and then a document in it, only the text may differ. */
function requestKey(request: ApprovalRequest): string {
  return effectDetails(request)?.confirmId ?? JSON.stringify(request);
}

/** Also true if the tool itself reported a failure in its result. */
function hasFailed(call: ToolCall): boolean {
  return call.state === 'output-error' || (call.state === 'output-available' && call.output.details?.isError === true);
}

function isAsking(call: ToolCall): boolean {
  return call.state === 'approval-requested' || (call.state === 'executing' && call.elicitation !== null);
}

function StateIcon({ state }: { state: ToolCall['state'] }): ReactNode {
  const size = { size: 15, 'aria-hidden': true } as const;
  switch (state) {
    case 'output-available':
      return <CircleCheck className="good" {...size} />;
    case 'output-error':
      return <CircleAlert className="bad" {...size} />;
    case 'approval-requested':
      return <CircleHelp className="warn" {...size} />;
    default:
      return <LoaderCircle className="spin" {...size} />;
  }
}

function Note({ call }: { call: ToolCall }): ReactNode {
  switch (call.state) {
    case 'input-streaming':
      return t('preparing');
    case 'input-available':
      return t('aboutToRun');
    case 'approval-requested':
      return t('waitingForYou');
    case 'executing':
      return call.elicitation === null ? <Elapsed since={call.startedAt} /> : t('waitingForAnswer');
    case 'output-available':
      return formatDuration(call.ms);
    case 'output-error':
      return call.ms > 0 ? t('callFailedAfter', { time: formatDuration(call.ms) }) : t('callFailed');
    default:
      return call satisfies never;
  }
}

/** The progress of a running tool, if it reports any. */
function Progress({ call }: { call: Extract<ToolCall, { state: 'executing' }> }): ReactNode {
  const { label, progress, total } = call.progress ?? {};
  const words = call.progress?.message;
  // A server's text is distinguished from Sidenote's.
  const message = label !== undefined ? labelText(label) : words && `“${visibleText(words)}”`;
  if (message === undefined && progress === undefined) return null;
  return (
    <p className="tool-call-progress" dir="auto">
      {message}
      {progress !== undefined && total !== undefined && <progress value={progress} max={total} />}
    </p>
  );
}

/** Counts the seconds of a running tool, to show that it is active. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - since) / 1000);
  return seconds >= 2 ? t('seconds', { number: seconds }) : t('running');
}

/** Notes on a call: its format, who requested it, and whether it was repaired. */
function ToolBadges({ call }: { call: ToolCall }) {
  return listBadges(call).map(({ text, why }) => (
    <span key={text} className="tool-call-mark" title={why}>
      {text}
    </span>
  ));
}

function listBadges(call: ToolCall): { text: string; why: string }[] {
  const { format, followUpOf, rule = call.granted?.rule, tab } = call;
  return [
    ...(format === null ? [] : [{ text: t('markFormat'), why: t('markFormatWhy', { format }) }]),
    ...(followUpOf === null ? [] : [{ text: t('markFollowUp'), why: t('markFollowUpWhy') }]),
    ...(rule === undefined ? [] : [{ text: t('markRule'), why: t('markRuleWhy', { rule: chatRuleText(rule) }) }]),
    ...(tab !== undefined && call.granted !== undefined ? [{ text: t('markTab'), why: t('markTabWhy') }] : []),
    ...('repaired' in call && call.repaired ? [{ text: t('markRepaired'), why: t('markRepairedWhy') }] : []),
  ];
}
