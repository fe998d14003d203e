import {
  type HarmonyHeader,
  readBareHeader,
  readHarmonyHeader,
  readStrippedChannel,
  readUnopenedHeader,
  STRIPPED_ENDS,
} from './formats/harmony.ts';
import type { CallHeader, LexerState } from './lexer-state.ts';
import { startCall } from './start-call.ts';
import { readStrippedHarmony } from './text-starts.ts';

/*
 * Reads the headers of harmony messages, whole or without their tokens. Each function returns true if it made progress,
 * false if it needs more text, and null if there is no header. quirks: format-harmony, harmony-without-tokens.
 */

const MESSAGE_ENDS = ['<|end|>', '<|start|>', '<|channel|>', '<|call|>', '<|return|>', '<|eom|>', '<|eot|>'];

/** Reads the header of a harmony message. Returns null if there is none. */
export function readHarmonyMessage(state: LexerState): boolean | null {
  const headerMatch = readHarmonyHeader(state.buffer);
  if (headerMatch === 'more' && !state.isOver) return false;
  const header = headerMatch === null || headerMatch === 'more' ? readBareHeader(state.buffer) : headerMatch;
  return header === null ? null : beginMessage(state, header);
}

/** Reads a header without the tokens before its words, `at` characters into the buffer, at the start of a line. */
export function readUnopened(state: LexerState, at: number): boolean | null {
  const header = readUnopenedHeader(state.buffer.slice(at));
  if (header === 'more' && !state.isOver) return false;
  if (header === null || header === 'more') return null;
  state.takeFront(at);
  return beginMessage(state, header);
}

function beginMessage(state: LexerState, { length, message }: HarmonyHeader): true {
  const opening = state.takeFront(length);
  switch (message.type) {
    case 'addressed':
    case 'call':
      if (message.type === 'addressed' && state.reading.find(message.name) === null) return true;
      state.mode = { type: 'arguments', opening, header: messageCall(state, message), isBare: false, inList: false };
      return true;
    case 'answer':
      state.isAnswer = true;
      return true;
    case 'reasoning':
      state.mode = { type: 'reasoning', ends: MESSAGE_ENDS };
      return true;
    case 'other':
      return true;
    default:
      return message satisfies never;
  }
}

/**
 * Reads a header whose tokens were dropped, `at` characters into the buffer. Text before the channel of the answer was
 * reasoning. `isFirst`: nothing was shown before it. Returns null if there is none.
 */
export function readStripped(state: LexerState, at: number, isFirst: boolean): boolean | null {
  const text = state.buffer.slice(at);
  const call = state.readsCalls ? readStrippedHarmony(text, state.reading) : 'none';
  if (call === 'more' && !state.isOver) return false;
  if (call !== 'more' && call !== 'none' && call.type === 'call') {
    const isCall = isFirst || state.reading.find(call.name) !== null;
    return isCall ? startCall(state, call, state.takeFront(at), true) : null;
  }
  // After a space, it is a word in a sentence about the format.
  if (!state.splitsReasoning || (state.hasText && /[ \t]/.test(state.last))) return null;
  const header = readStrippedChannel(text, isFirst && state.emitter.callCount === 0, state.isOver);
  if (header === 'more' && !state.isOver) return false;
  if (header === null || header === 'more') return null;
  state.takeFront(at + header.length);
  if (header.channel === 'final' && state.hasText) state.emit({ type: 'text-to-reasoning' });
  state.restart();
  if (header.channel === 'analysis') state.mode = { type: 'reasoning', ends: STRIPPED_ENDS };
  return true;
}

/** A call to a tool known from training (`python`) that was not offered keeps its own format. */
function messageCall(state: LexerState, { name, isOwn = false }: { name: string; isOwn?: boolean }): CallHeader {
  const format = isOwn && state.reading.find(name) === null ? 'harmony-own-tool' : 'harmony';
  return { type: 'call', length: 0, format, name, tag: null, open: 'string', encoding: { type: 'harmony' } };
}
