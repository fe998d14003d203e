import { isJsonObject, type JsonObject } from '../../../contracts/index.ts';
import { readIndex, readToolCalls } from './chat-calls.ts';
import { asText, readParts } from './chat-content.ts';
import type { ChatChunk, ToolCallDelta } from './chunk-reader.ts';
import { isCutOff, readFinishWord } from './finish-words.ts';

/**
 * A choice of a chunk. `index` distinguishes its calls from those of other choices; `body` is its `delta` or `message`.
 */
export type ChunkChoice = { choice: JsonObject; index: number; source: ChatChunk['source']; body: JsonObject };

const NOTHING: JsonObject = {};
const NO_CHOICES: readonly ChunkChoice[] = [];

/**
 * The choices of a chunk. The first one determines how the answer ended. Several answers are only sent on request, but
 * gateways put a call next to a text into a separate choice with any index (quirks: other-choices,
 * call-in-other-choice).
 */
export function readChunkChoices(choices: unknown): readonly ChunkChoice[] {
  if (!Array.isArray(choices)) return NO_CHOICES;
  const read: ChunkChoice[] = [];
  for (const [position, choice] of choices.entries()) {
    if (!isJsonObject(choice)) continue;
    const index = choice.index === undefined ? position : (readIndex(choice.index) ?? 0);
    read.push({ choice, index, ...readBody(choice) });
  }
  const [first] = read;
  if (first === undefined || (read.length === 1 && first.index === 0)) return read;
  // Text in another choice is another answer. Its calls are dropped if the first choice has the same ones.
  return first.index === 0
    ? read
    : [{ ...first, source: 'delta', choice: keepCutOffReason(first.choice), body: NOTHING }, ...read];
}

/** The end of another choice ends the answer only if it was cut off. */
function keepCutOffReason({ finish_reason: word }: JsonObject): JsonObject {
  return isCutOff(readFinishWord(word)) ? { finish_reason: word } : NOTHING;
}

/**
 * The `delta` or `message` of a choice, either of which may be a plain string. Servers that only support OpenAI's old
 * completions interface send `text`, and gateways put the fields into the choice itself (quirk: completion-text).
 */
function readBody(choice: JsonObject): Pick<ChunkChoice, 'source' | 'body'> {
  const { delta, message } = choice;
  if (isJsonObject(delta) && !isEmpty(delta) && !isCallOnlyIn(message, delta)) return { source: 'delta', body: delta };
  if (isJsonObject(message)) return { source: 'message', body: message };
  const words = [delta, message, choice.content, choice.text].find((each) => typeof each === 'string');
  if (words !== undefined || OWN_FIELDS.some((field) => choice[field])) {
    return { source: 'delta', body: { ...choice, content: words } };
  }
  return isJsonObject(delta) ? { source: 'delta', body: delta } : { source: null, body: NOTHING };
}

const OWN_FIELDS = ['content', 'tool_calls', 'refusal', 'reasoning_content', 'reasoning'];

/** Whether a whole call stands beside a delta that has none (quirk: call-beside-delta). */
function isCallOnlyIn(message: unknown, delta: JsonObject): boolean {
  if (!isJsonObject(message) || !Array.isArray(message.tool_calls) || message.tool_calls.length === 0) return false;
  return Object.entries(delta).every(([field, value]) => field === 'role' || value === null || value === '');
}

function isEmpty(object: JsonObject): boolean {
  for (const _ in object) return false;
  return true;
}

/** Reads the calls of several choices. Remembers complete calls, since other choices may be copies of the first. */
export class CallsOfChoices {
  readonly #known = new Map<string, number>();

  read(choices: readonly ChunkChoice[]): readonly ToolCallDelta[] {
    const calls: ToolCallDelta[] = [];
    for (const { index, body } of choices) {
      for (const call of readToolCalls(body)) {
        if (this.#isCopy(call, index)) continue;
        calls.push(index === 0 ? call : { ...call, index: (call.index ?? 0) + index * CALLS_OF_A_CHOICE });
      }
    }
    return calls;
  }

  #isCopy(call: ToolCallDelta, choice: number): boolean {
    if (call.name === null || call.arguments === '') return false;
    const key = `${call.name} ${call.arguments}`;
    const first = this.#known.get(key);
    if (first === undefined) this.#known.set(key, choice);
    return first !== undefined && first !== choice;
  }
}

/**
 * The text of the first choice. If it ends without any text, that of the first other choice that has some (quirk:
 * words-in-other-choice). Any further text is another answer (quirk: other-choices).
 */
export class WordsOfChoices {
  #isSpeaking = false;
  #other: number | null = null;
  #held = '';

  /** `own`: the text of the first choice. `isEnd`: it has ended. */
  read(own: string, choices: readonly ChunkChoice[], isEnd: boolean): string {
    if (own !== '') this.#isSpeaking = true;
    if (!this.#isSpeaking) this.#hold(choices);
    if (this.#isSpeaking || !isEnd) return own;
    const held = this.#held;
    this.#held = '';
    return held;
  }

  #hold(choices: readonly ChunkChoice[]): void {
    for (const { index, body } of choices) {
      const words = index === 0 ? '' : readAnswerText(body);
      if (words === '' || (this.#other ?? index) !== index) continue;
      this.#other = index;
      this.#held += words;
    }
  }
}

function readAnswerText({ content, refusal }: JsonObject): string {
  const words = typeof content === 'string' ? content : readParts(content).text;
  return words + asText(refusal);
}

/** Keeps the indexes of calls in different choices apart. */
const CALLS_OF_A_CHOICE = 1000;
