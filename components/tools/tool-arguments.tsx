import './tool-arguments.css';
import { type ReactNode, useRef, useState } from 'react';
import type { ToolCall } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { LiveJson } from './live-json.ts';

/** The maximum number of characters shown of a value while it streams, to limit the layout work per frame. */
const LIVE_TAIL = 240;
/** The maximum number of characters shown of the raw text while it streams. */
const RAW_TAIL = 20_000;

/** The arguments of a call as names and values, first while the model writes them, then as they were parsed. */
export function ToolArguments({ call }: { call: ToolCall }): ReactNode {
  if (call.state === 'input-streaming') {
    return call.inputText.trim() === '' ? null : <LiveArguments text={call.inputText} />;
  }
  if (typeof call.input === 'string') return <RawText text={call.input} />;
  const entries = listEntries(call.input);
  if (entries.length === 0) return null;
  return (
    <>
      <ValueList entries={entries.map(([name, value]) => [name, formatValue(value)])} />
      <RawDetails text={() => JSON.stringify(call.input, null, 2)} />
    </>
  );
}

function LiveArguments({ text }: { text: string }) {
  const json = useLiveJson(text);
  const { value, arriving } = json;
  const entries = listEntries(value);
  // Invalid JSON is shown unchanged, because it may be repaired in the end.
  if (entries.length === 0) return json.isBroken ? <RawText text={textTail(text, LIVE_TAIL)} /> : null;
  const visibleEntries = entries.map(([name, each]): [string, string] => {
    const isArriving = arriving !== null && arriving.container === value && arriving.key === name;
    return [name, isArriving ? textTail(arriving.tail, LIVE_TAIL) : valueTail(each, LIVE_TAIL)];
  });
  return (
    <>
      <ValueList entries={visibleEntries} />
      <RawDetails text={() => textTail(text, RAW_TAIL)} />
    </>
  );
}

function ValueList({ entries }: { entries: [name: string, text: string][] }) {
  return (
    <dl className="tool-call-arguments">
      {entries.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function RawText({ text }: { text: string }) {
  return text === '' ? null : <code className="tool-call-arguments">{text}</code>;
}

/** The model's raw text, on demand. It costs nothing while collapsed. */
function RawDetails({ text }: { text: () => string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="tool-call-raw" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('rawArguments')}</summary>
      {isOpen && <pre>{text()}</pre>}
    </details>
  );
}

function listEntries(input: unknown): [string, unknown][] {
  return typeof input === 'object' && input !== null ? Object.entries(input) : [];
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A growing text, and the JSON parsed from it so far. */
export type LiveFeed = { text: string; json: LiveJson };

/** The JSON in a text that grows with every render. Only new text is parsed. */
function useLiveJson(text: string): LiveJson {
  const feed = useRef<LiveFeed | null>(null);
  feed.current = feedText(feed.current, text);
  return feed.current.json;
}

/**
 * Parses the new text. If the text does not continue the previous one, the call was restarted and is parsed from the
 * start.
 */
export function feedText(feed: LiveFeed | null, text: string): LiveFeed {
  const isContinued = feed !== null && text.length >= feed.text.length && endsAlike(feed.text, text);
  const json = isContinued ? feed.json : new LiveJson();
  json.push(isContinued ? text.slice(feed.text.length) : text);
  return { text, json };
}

/** Whether `text` continues `before`. Compares only the end of `before`, which differs in a new call. */
function endsAlike(before: string, text: string): boolean {
  const from = Math.max(0, before.length - LOOKED_AT);
  return before.slice(from) === text.slice(from, before.length);
}

const LOOKED_AT = 32;

/**
 * Returns the end of a value: strings unchanged, everything else as JSON, at most `limit` characters, after an ellipsis
 * if there is more. The cost depends only on the shown text.
 */
export function valueTail(value: unknown, limit: number): string {
  if (typeof value === 'string') return textTail(value, limit);
  const pieces: string[] = [];
  writeBackwards(value, pieces, { left: limit + 1 });
  return textTail(pieces.reverse().join(''), limit);
}

/** Returns the last `limit` characters of a text, after an ellipsis if there are more. */
function textTail(text: string, limit: number): string {
  return text.length > limit ? `…${text.slice(text.length - limit)}` : text;
}

/** Adds the JSON of a value to `pieces`, last piece first, until `room` is used up. */
function writeBackwards(value: unknown, pieces: string[], room: { left: number }): void {
  const add = (piece: string) => {
    pieces.push(piece);
    room.left -= piece.length;
  };
  if (typeof value === 'string') add(JSON.stringify(value.slice(-room.left)));
  else if (Array.isArray(value)) {
    add(']');
    for (let at = value.length - 1; at >= 0 && room.left > 0; at--) {
      writeBackwards(value[at], pieces, room);
      if (at > 0) add(', ');
    }
    if (room.left > 0) add('[');
  } else if (typeof value === 'object' && value !== null) {
    add('}');
    const keys = Object.keys(value);
    for (let at = keys.length - 1; at >= 0 && room.left > 0; at--) {
      const key = keys[at] ?? '';
      writeBackwards((value as Record<string, unknown>)[key], pieces, room);
      add(`${JSON.stringify(key)}: `);
      if (at > 0) add(', ');
    }
    if (room.left > 0) add('{');
  } else add(String(value));
}
