import { getOutcomeCode } from '../../lib/contracts/event.ts';
import type { ToolMode } from '../../lib/contracts/model.ts';
import type { ModelClient, ModelEvent, ModelRequest } from '../../lib/contracts/model-client.ts';
import { computePrefillBudget } from '../../lib/contracts/models-in-browser.ts';
import type { PageSnapshot } from '../../lib/contracts/page.ts';
import { type ContextPolicy, DEFAULT_CONTEXT_TOKENS } from '../../lib/contracts/page-context.ts';
import type { AssistantMessage } from '../../lib/contracts/thread.ts';
import { textOfReading } from './pages.ts';
import { type RequestCounts, RequestMeter } from './request-meter.ts';
import { runEngine } from './run-engine.ts';
import { type AnswerServer, MAX_OUTPUT_TOKENS } from './server.ts';

/**
 * `page-first`: the extension's default. `native`, `tags`: the page is read when the model requests it, with tools
 * offered in this mode. `inject`: the first characters of the page in one request without tools, as other sidebars do.
 */
export const ARMS = ['page-first', 'native', 'tags', 'inject'] as const;
export type Arm = (typeof ARMS)[number];

/** How many characters of a page `inject` sends, in UTF-16 units. */
export const INJECTED_CHARACTERS = 10_000;

/**
 * `outcome`: in one word, as in metrics. `firstWordMs`: until the first word of the answer, which is the last response
 * with text, or null if there was none.
 */
export type Answer = RequestCounts & { text: string; outcome: string; firstWordMs: number | null; ms: number };

/**
 * Asks one question about a page. With a `readingSpeed`, in tokens per second, `page-first` asks as the extension asks
 * a model that runs inside it: without tools, and with as much of the page as such a model reads in time.
 */
export async function askArm(
  arm: Arm,
  server: AnswerServer,
  page: PageSnapshot,
  question: string,
  readingSpeed: number | null = null,
): Promise<Answer> {
  const meter = new RequestMeter();
  const watch = new AnswerWatch(server.client(meter.fetch));
  const { text, outcome } =
    arm === 'inject'
      ? await inject(watch, server, page, question)
      : saidIn(await runEngine(watch, server, { page, question, ...chooseSettings(arm, readingSpeed) }));
  return { ...meter.counts, text, outcome, firstWordMs: watch.firstWordMs, ms: watch.elapsed() };
}

type Settings = { toolMode: ToolMode | null; context: ContextPolicy };

/** `toolMode`: null for the extension's choice. */
function chooseSettings(arm: Exclude<Arm, 'inject'>, readingSpeed: number | null): Settings {
  const maxTokens = DEFAULT_CONTEXT_TOKENS;
  if (arm !== 'page-first') return { toolMode: arm, context: { mode: 'on-demand', maxTokens } };
  if (readingSpeed === null) return { toolMode: null, context: { mode: 'page-first', maxTokens } };
  const readable = Math.min(maxTokens, computePrefillBudget(readingSpeed));
  return { toolMode: 'none', context: { mode: 'page-first', maxTokens: readable } };
}

/** Records when text starts to arrive. */
class AnswerWatch implements ModelClient {
  readonly #client: ModelClient;
  readonly #startedAt = performance.now();
  firstWordMs: number | null = null;

  constructor(client: ModelClient) {
    this.#client = client;
  }

  elapsed(): number {
    return performance.now() - this.#startedAt;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    let hasText = false;
    for await (const event of this.#client.stream(request, signal)) {
      if (!hasText && event.type === 'text-delta' && event.delta.trim() !== '') {
        hasText = true;
        this.firstWordMs = this.elapsed();
      }
      yield event;
    }
  }
}

type Said = { text: string; outcome: string };

const INJECT_SYSTEM =
  'You are a helpful assistant in a browser sidebar. Answer the question from the content of the page.';

async function inject(client: ModelClient, server: AnswerServer, page: PageSnapshot, question: string): Promise<Said> {
  const content = textOfReading(page).slice(0, INJECTED_CHARACTERS);
  const prompt = `Page: ${page.title}\nURL: ${page.url}\n\n${content}\n\nQuestion: ${question}`;
  const request: ModelRequest = {
    modelId: server.model.modelId,
    system: INJECT_SYSTEM,
    messages: [{ role: 'user', content: prompt }],
    tools: [],
    toolMode: 'none',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    attempt: 0,
  };
  let text = '';
  let outcome = 'interrupted';
  for await (const event of client.stream(request, new AbortController().signal)) {
    if (event.type === 'text-delta') text += event.delta;
    if (event.type === 'step-end') outcome = 'complete';
    if (event.type === 'failure' || event.type === 'retry') outcome = event.failure.code;
  }
  return { text, outcome };
}

/** All text of an answer, as shown to the user. A run that waits for an approval has no outcome. */
function saidIn(message: AssistantMessage | null): Said {
  if (message === null) return { text: '', outcome: 'waiting' };
  const parts = message.steps.flatMap((step) => step.parts);
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return { text, outcome: message.outcome === null ? 'waiting' : getOutcomeCode(message.outcome) };
}
