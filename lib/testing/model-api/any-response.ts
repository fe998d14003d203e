import fc from 'fast-check';
import type { ReplyCall } from './quirk-response.ts';

/** A response with random quirks, and its meaning. */
export type AnyReply = { body: string; text: string; reasoning: string; calls: ReplyCall[] };

/** Words that do not begin with white space, in any script, with characters that JSON and event streams must escape. */
const words = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((text) => `w${text}`)
  .chain((text) => fc.constantFrom(text, `${text}\n\n`, `${text}"}{\\`, `${text} data: {`, `${text}潮汐🌊`));

const call: fc.Arbitrary<ReplyCall> = fc.oneof(
  fc.record({ city: words }).map((input): ReplyCall => ['weather', input]),
  fc.record({ city: words, days: fc.integer() }).map((input): ReplyCall => ['weather', input]),
  fc.record({ zone: words }).map((input): ReplyCall => ['get_time', input]),
);

const meaning = fc.record({
  reasoning: fc.array(words, { maxLength: 2 }),
  text: fc.array(words, { maxLength: 3 }),
  calls: fc.array(call, { maxLength: 3 }),
});

/** How a server formats it. Each option is a quirk in docs/quirks.md. They may be combined in one response. */
const manner = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  field: fc.constantFrom('data: ', 'data:'),
  mark: fc.constantFrom('', '\uFEFF', ': hello\n\n'),
  heartbeat: fc.constantFrom('', ': ping\n\n', 'data:\n\n', 'id: 7\n'),
  reasoningField: fc.constantFrom('reasoning_content', 'reasoning', 'reasoning_text'),
  inParts: fc.boolean(),
  padding: fc.constantFrom<object>({}, { obfuscation: 'x' }, { usage: null }, { id: '' }, { error: null }),
  delta: fc.constantFrom<object>({}, { role: 'assistant' }, { tool_calls: null }, { refusal: null }),
  blank: fc.constantFrom<object | null>(null, { content: '' }, { content: '\n\n' }, { content: null }),
  identity: fc.constantFrom<Identity>('index', 'ids', 'offset', 'words', 'zero', 'names', 'repeated', 'fresh ids'),
  nameAgain: fc.constantFrom<unknown>(undefined, '', null),
  argumentsBefore: fc.constantFrom('', '\n'),
  argumentsAfter: fc.constantFrom('', '\n', ' '),
  pieceLength: fc.integer({ min: 1, max: 30 }),
  finish: fc.constantFrom('tool_calls', 'stop', 'eos', null),
  finishAgain: fc.boolean(),
  done: fc.constantFrom('[DONE]', ' [done] '),
});
type Manner = typeof manner extends fc.Arbitrary<infer Value> ? Value : never;
type Identity = 'index' | 'ids' | 'offset' | 'words' | 'zero' | 'names' | 'repeated' | 'fresh ids';

/** A stream of chunks in the format of some server. */
export const anyStream: fc.Arbitrary<AnyReply> = fc.tuple(meaning, manner).map(([meant, how]) => {
  // Equal calls with equal ids are one call (quirk: arguments-again).
  const keys = meant.calls.map((each) => JSON.stringify(each));
  const said =
    how.identity === 'repeated'
      ? { ...meant, calls: meant.calls.filter((_, n) => keys.indexOf(keys[n] ?? '') === n) }
      : meant;
  const deltas = [
    ...said.reasoning.map((text) => ({ [how.reasoningField]: text })),
    ...(how.blank ? [how.blank] : []),
    ...said.text.map((text) => ({ content: how.inParts ? [{ type: 'text', text }] : text })),
    ...(how.blank && said.text.length === 0 ? [how.blank] : []),
    ...said.calls.flatMap((each, n) => fragments(each, n, how).map((fragment) => ({ tool_calls: [fragment] }))),
  ];
  const chunks = deltas.map((delta) => ({
    ...how.padding,
    choices: [{ index: 0, delta: { ...how.delta, ...delta } }],
  }));
  const end = { choices: [{ index: 0, delta: {}, finish_reason: how.finish }] };
  const payloads = [...chunks, end, ...(how.finishAgain ? [end] : [])].map((each) => JSON.stringify(each));
  const events = [...payloads, how.done].map((payload) => `${how.field}${payload}\n\n`);
  const body = (how.mark + events.join(how.heartbeat)).replaceAll('\n', how.lineEnd);
  return { body, ...wanted(said) };
});

/** One whole message instead of a stream. */
export const anyJsonReply: fc.Arbitrary<AnyReply> = fc.tuple(meaning, manner).map(([said, how]) => {
  const message = {
    ...how.delta,
    content: said.text.join(''),
    [how.reasoningField]: said.reasoning.join(''),
    tool_calls: said.calls.map(([name, input], n) => ({ id: `call_${n}`, function: { name, arguments: input } })),
  };
  const reply = { ...how.padding, choices: [{ message, finish_reason: how.finish }] };
  return { body: how.mark.startsWith(':') ? JSON.stringify(reply, null, 1) : JSON.stringify(reply), ...wanted(said) };
});

function wanted(said: { reasoning: string[]; text: string[]; calls: ReplyCall[] }) {
  return { text: said.text.join(''), reasoning: said.reasoning.join(''), calls: said.calls };
}

function fragments([name, input]: ReplyCall, n: number, how: Manner): object[] {
  const text = how.argumentsBefore + JSON.stringify(input) + how.argumentsAfter;
  const pieces = text.match(new RegExp(`.{1,${how.pieceLength}}`, 'gsu')) ?? [];
  const first = { ...identity(how.identity, n, 0), function: { name, arguments: '' } };
  return [
    first,
    ...pieces.map((piece, at) => ({
      ...identity(how.identity, n, at + 1),
      function: { name: how.identity === 'repeated' ? name : how.nameAgain, arguments: piece },
    })),
  ];
}

function identity(kind: Identity, n: number, at: number): object {
  const isFirst = at === 0;
  switch (kind) {
    case 'index':
      return isFirst ? { index: n, id: `call_${n}`, type: 'function' } : { index: n };
    case 'ids':
      return { id: `call_${n}` };
    case 'offset':
      return isFirst ? { index: n + 3, id: `call_${n}` } : { index: n + 3, id: '' };
    case 'words':
      return isFirst ? { index: String(n), id: `call_${n}` } : { index: String(n), id: 'null', type: null };
    case 'zero':
      return isFirst ? { index: 0, id: `call_${n}` } : { index: 0 };
    case 'names':
      return { index: 0 };
    case 'repeated':
      return { index: n, id: '0', type: '' };
    case 'fresh ids':
      return { index: n, id: `call_${n}_${at}` };
    default:
      return kind satisfies never;
  }
}
