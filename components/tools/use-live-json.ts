import { useRef } from 'react';
import { LiveJson } from '../../lib/contracts/live-json.ts';

/** A text that grows, and the JSON read from it so far. */
export type LiveFeed = { text: string; json: LiveJson };

/** The JSON in a text that grows with every render; only what is new of it is read. */
export function useLiveJson(text: string): LiveJson {
  const feed = useRef<LiveFeed | null>(null);
  feed.current = feedText(feed.current, text);
  return feed.current.json;
}

/** Reads what is new; a text that does not go on with the one before it is read anew, since the call began anew. */
export function feedText(feed: LiveFeed | null, text: string): LiveFeed {
  const goesOn = feed !== null && text.length >= feed.text.length && endsAlike(feed.text, text);
  const json = goesOn ? feed.json : new LiveJson();
  json.push(goesOn ? text.slice(feed.text.length) : text);
  return { text, json };
}

/**
 * Whether `text` is longer by what follows `before`. Looks at the end of `before` only, which is where a new call differs.
 */
function endsAlike(before: string, text: string): boolean {
  const from = Math.max(0, before.length - LOOKED_AT);
  return before.slice(from) === text.slice(from, before.length);
}

const LOOKED_AT = 32;
