import { median } from '../median.ts';

/** A model behind a Chat Completions interface. `url`: its base URL, with `/v1`. */
export type AskedModel = { fetch: typeof fetch; url: string; modelId: string };

/** What llama.cpp reports about one answer: numbers of tokens, and tokens per second. */
export type Measurement = { promptTokens: number; read: number; writtenTokens: number; written: number };

/** Enough for a steady speed, in tokens. */
const MAX_TOKENS = 64;

const MEASURE_TIMEOUT_MS = 900_000;

/**
 * Asks a model about a text. Returns the times according to llama.cpp's own clock. The prompt begins with random
 * digits, so that no cache contains it from an earlier round or run. Throws an Error if the model refuses, or if its
 * server reports no timings.
 */
export async function measureAnswer({ fetch, url, modelId }: AskedModel, text: string): Promise<Measurement> {
  const messages = [
    { role: 'system', content: `${crypto.randomUUID()}. Answer from the text that you are given.` },
    { role: 'user', content: `${text}\n\nSummarize this text in ten long sentences.` },
  ];
  const body = { model: modelId, messages, stream: true, temperature: 0, max_tokens: MAX_TOKENS };
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(MEASURE_TIMEOUT_MS),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${url} answered with ${response.status}: ${answer.slice(0, 300)}`);
  const measurement = timingsIn(answer);
  if (measurement === null) throw new Error(`${url} reports no timings, as llama.cpp does.`);
  return measurement;
}

type Timings = { prompt_n: number; prompt_per_second: number; predicted_n: number; predicted_per_second: number };

/** The last timings in a streamed response, or null if it has none. */
function timingsIn(stream: string): Measurement | null {
  const line = stream
    .split('\n')
    .reverse()
    .find((each) => each.startsWith('data:') && each.includes('"timings":'));
  if (line === undefined) return null;
  const { timings } = JSON.parse(line.slice('data:'.length)) as { timings: Timings };
  return {
    promptTokens: timings.prompt_n,
    read: timings.prompt_per_second,
    writtenTokens: timings.predicted_n,
    written: timings.predicted_per_second,
  };
}

/**
 * A Markdown table with the median of each model's rounds. If there are two models, the last row has the first as a
 * share of the second.
 */
export function speedTable(models: Readonly<Record<string, readonly Measurement[]>>): string {
  const rows = Object.entries(models).map(([name, rounds]) => {
    const of = (key: keyof Measurement) => median(rounds.map((round) => round[key]));
    return {
      name,
      promptTokens: of('promptTokens'),
      read: of('read'),
      tokens: of('writtenTokens'),
      written: of('written'),
    };
  });
  const [first, second] = rows;
  const lines = rows.map(({ name, promptTokens, read, tokens, written }) => [
    name,
    promptTokens.toFixed(0),
    read.toFixed(1),
    tokens.toFixed(0),
    written.toFixed(1),
  ]);
  if (first !== undefined && second !== undefined) {
    const share = (key: 'read' | 'written') => (first[key] / second[key]).toFixed(2);
    lines.push(['share', '', share('read'), '', share('written')]);
  }
  const header = ['', 'prompt tokens', 'read, tokens/s', 'tokens written', 'written, tokens/s'];
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
