import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ToolCall } from '../lib/protocol/tool-call.ts';
import { MaskNote } from './mask-note.tsx';
import { PermissionCard } from './permission-card.tsx';
import { ToolArguments } from './tool-arguments.tsx';
import './tool-call.css';

type Props = {
  call: ToolCall;
  /** The person let the model see what is masked in results. */
  isRevealed: boolean;
  onRespond: (toolCallId: string, approved: boolean) => void;
  onReveal: () => void;
};

/** One tool call, live: its arguments as they arrive, its progress, its result or what went wrong. */
export function ToolCallCard({ call, isRevealed, onRespond, onReveal }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this is a group of output
    <div className="tool-call" role="group" aria-label={call.toolName} data-state={call.state}>
      <div className="tool-call-head">
        <StateIcon state={call.state} />
        <span className="tool-call-title">{toolTitle(call.toolName)}</span>
        <span className="tool-call-note">
          {marksOf(call)}
          <Note call={call} />
        </span>
      </div>
      <ToolArguments call={call} />
      {call.state === 'approval-requested' && (
        <PermissionCard request={call.request} onRespond={(approved) => onRespond(call.toolCallId, approved)} />
      )}
      {call.state === 'output-available' && (
        <MaskNote content={call.output.content} isRevealed={isRevealed} onReveal={onReveal} />
      )}
      <Result call={call} />
    </div>
  );
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
      return 'writing arguments…';
    case 'input-available':
      return 'about to run';
    case 'approval-requested':
      return 'waiting for you';
    case 'executing':
      return <Elapsed since={call.startedAt} label={call.progress?.message ?? 'running…'} />;
    case 'output-available':
      return duration(call.ms);
    case 'output-error':
      return call.ms > 0 ? `failed · ${duration(call.ms)}` : 'failed';
    default:
      return call satisfies never;
  }
}

/** What is unusual about a call: how it was written, who asked for it, and whether it had to be mended. */
function marksOf(call: ToolCall): string {
  const marks = [
    ...(call.format === null ? [] : [`by ${call.format}`]),
    ...(call.followUpOf === null ? [] : ['follow-up']),
    ...('repaired' in call && call.repaired ? ['repaired'] : []),
  ];
  return marks.map((mark) => `${mark} · `).join('');
}

function Result({ call }: { call: ToolCall }): ReactNode {
  if (call.state === 'output-error') return <p className="tool-call-error">{call.errorText}</p>;
  if (call.state !== 'output-available') return null;
  return (
    <details className="tool-call-result">
      <summary>{summaryOf(call.output.details)}</summary>
      {call.output.images?.map((image) => (
        <img
          key={image.data.length}
          className="tool-call-image"
          src={`data:${image.mediaType};base64,${image.data}`}
          width={image.width}
          height={image.height}
          alt="What the model was shown"
        />
      ))}
      <pre>{call.output.content}</pre>
    </details>
  );
}

/** What tools tell the panel of their result, in a line. */
function summaryOf(details: Record<string, unknown> | undefined): string {
  const title = typeof details?.title === 'string' && details.title !== '' ? details.title : 'Result';
  const counts = COUNTED.flatMap(({ name, one, many }) => {
    const count = details?.[name];
    return typeof count === 'number' ? [` · ${count.toLocaleString()} ${count === 1 ? one : many}`] : [];
  });
  return `${title}${counts.join('')}${details?.more === true ? ' · more to read' : ''}`;
}

/** What tools count in their details, as the card says it. */
const COUNTED = [
  { name: 'characters', one: 'character', many: 'characters' },
  { name: 'tokens', one: 'token', many: 'tokens' },
  { name: 'hits', one: 'hit', many: 'hits' },
  { name: 'links', one: 'link', many: 'links' },
  { name: 'rows', one: 'row', many: 'rows' },
  { name: 'forms', one: 'form', many: 'forms' },
  { name: 'pages', one: 'page', many: 'pages' },
  { name: 'lines', one: 'line', many: 'lines' },
  { name: 'tabs', one: 'tab', many: 'tabs' },
];

/** Ticks while a tool runs, so that a slow one is seen to be alive. */
function Elapsed({ since, label }: { since: number; label: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - since) / 1000);
  return `${label}${seconds >= 2 ? ` ${seconds} s` : ''}`;
}

/** `read_page` as a person says it: Read page. */
function toolTitle(toolName: string): string {
  const words = toolName
    .replaceAll(/[_-]+/g, ' ')
    .replace(/\bpdf\b/, 'PDF')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Milliseconds in the unit a person would use. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
