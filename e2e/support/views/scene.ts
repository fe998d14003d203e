import type { ServerResponse } from 'node:http';
import type { Page } from 'puppeteer-core';
import type { BrowserName } from '../../../scripts/browsers.ts';
import {
  type ChatRequest,
  callChunks,
  chunk,
  EVENT_STREAM,
  hasToolResult,
  type ModelServer,
  questionIn,
  startModelServer,
  streamChunks,
  textChunks,
} from '../model-server.ts';
import type { Panel } from '../panel.ts';
import { type Stage, setStage } from '../stage.ts';
import { BEGINNING, FIGURES, PICTURES, REPLY, RICH, SUMMARY, THOUGHTS } from './sample-answers.ts';
import { CITING, type SampleWeb, SEARCH_QUERY, serveSampleWeb } from './sample-web.ts';

/**
 * A browser in which every view can be produced: a page to ask about, a panel, and a model whose answer depends on the
 * question.
 */
export type Scene = {
  stage: Stage;
  server: ModelServer;
  panel: Panel;
  tabId: number;
  web: SampleWeb;
  /** The names of all views shown so far. */
  shown: string[];
  /** Closes a view's server together with the scene. */
  keep<Server extends { close(): Promise<void> }>(server: Server): Server;
  /** Asks in a new chat. */
  ask(question: string): Promise<void>;
  /** Continues all paused answers. */
  release(): void;
  close(): Promise<void>;
};

/** The sample model's behaviour by question. It answers any other question with a summary. */
export const ASK = {
  rich: 'How large are tides, and how is that worked out?',
  pictures: 'Show me a chart of the tides at Brest.',
  facts: 'Which figures does this page give?',
  growing: 'Why are there two tides a day?',
  cut: 'Why is the second one lower?',
  thinking: 'Think before you answer: why two?',
  calling: 'Look closely at this page.',
  noting: 'Note down the next high water.',
  failing: 'Which page is this?',
  opening: 'What does the page behind this address say?',
  searching: 'Where do visitors stay in Brest, and when is high water?',
  replying: 'Write a reply to this message.',
  booking: 'Book a berth in the outer harbour.',
} as const;

export const MODEL = 'qwen3-32b';
const FACTS = {
  [MODEL]: { context_length: 131_072, pricing: { prompt: '0.0000002', completion: '0.0000006' } },
  'gpt-oss-120b': { context_length: 131_072, pricing: { prompt: '0.0000001', completion: '0.0000005' } },
  'gemma-3-27b-it': { context_length: 96_000, supports_image_input: true },
};

export async function setScene(name: BrowserName): Promise<Scene> {
  let gate = Promise.withResolvers<void>();
  let cuts = 0;
  const held = async (response: ServerResponse, pieces: string[]) => {
    response.writeHead(200, EVENT_STREAM);
    for (const piece of pieces) response.write(piece);
    await gate.promise;
    response.end(chunk({}, 'stop'));
  };
  const calls = (toolName: string, input: object) =>
    callChunks([{ id: 'call_1', name: toolName, arguments: JSON.stringify(input) }]);
  const answer = (request: ChatRequest, response: ServerResponse) => {
    const question = questionIn(request);
    const isOffered = (toolName: string) => request.tools?.some((tool) => tool.function.name === toolName);
    if (isOffered('get_code_word') && !hasToolResult(request)) {
      return streamChunks(response, calls('get_code_word', { colour: 'blue' }));
    }
    if (!isOffered('read_page')) return streamChunks(response, textChunks(translated(request) ?? 'All is well.'));
    const isAsked = (text: string) => String(question).includes(text);
    if (isAsked(ASK.searching)) {
      return streamChunks(
        response,
        hasToolResult(request) ? textChunks(CITING) : calls('web_search', { query: SEARCH_QUERY }),
      );
    }
    if (isAsked(ASK.facts))
      return streamChunks(response, hasToolResult(request) ? textChunks(FIGURES) : calls('read_page', {}));
    if (isAsked(ASK.replying)) return streamChunks(response, textChunks(REPLY));
    if (isAsked(ASK.growing)) return held(response, textChunks(BEGINNING).slice(0, -2));
    if (isAsked(ASK.cut)) return held(response, cuts++ === 0 ? textChunks(BEGINNING).slice(0, -2) : []);
    if (isAsked(ASK.thinking)) return held(response, [chunk({ reasoning_content: THOUGHTS })]);
    if (isAsked(ASK.failing)) return void response.writeHead(401).end('{"error":{"message":"Incorrect API key"}}');
    if (isAsked(ASK.rich)) return streamChunks(response, textChunks(RICH));
    if (isAsked(ASK.pictures)) return streamChunks(response, textChunks(PICTURES));
    if (hasToolResult(request)) return streamChunks(response, textChunks(SUMMARY));
    if (isAsked(ASK.calling)) return streamChunks(response, calls('slow_look', { url: server.url, ms: 30_000 }));
    if (isAsked(ASK.noting)) return streamChunks(response, calls('note_down', { url: `${server.url}/notes` }));
    if (isAsked(ASK.opening))
      return streamChunks(response, calls('open_page', { url: String(question).split(' ').at(-1) }));
    if (isAsked(ASK.booking)) return streamChunks(response, calls('Harbour_book', { berth: 'B 14' }));
    return streamChunks(response, calls('read_page', {}));
  };
  const server = await startModelServer(Object.fromEntries(Object.keys(FACTS).map((id) => [id, answer])), FACTS);
  const web = await serveSampleWeb();
  const kept: { close(): Promise<void> }[] = [web, server];
  const stage = await setStage(name, { testTools: true, pageContext: 'on-demand', proxyPort: web.proxyPort });
  const { tabId } = await stage.openPage(stage.articleUrl);
  const panel = await stage.openPanel(tabId);
  return {
    stage,
    server,
    panel,
    tabId,
    web,
    shown: [],
    keep(server) {
      kept.push(server);
      return server;
    },
    async ask(question) {
      await panel.page.bringToFront();
      await panel.click('New chat');
      await panel.ask(question);
    },
    release() {
      gate.resolve();
      gate = Promise.withResolvers();
    },
    async close() {
      gate.resolve();
      await stage.close();
      for (const each of kept) await each.close();
    },
  };
}

/**
 * The answer to a request to translate texts, each after its number: the same texts in capital letters. Null for any
 * other request.
 */
function translated({ messages }: ChatRequest): string | null {
  const texts = String(messages.at(-1)?.content).match(/^\[\[\d+\]\] .*$/gm);
  return texts?.map((text) => text.toUpperCase()).join('\n') ?? null;
}

/**
 * One view. `show` resolves to the page that shows it. It starts in any state of a scene that has a model, or in the
 * state named by `needs` and `after`.
 */
export type View = {
  name: string;
  /** A view that must have been shown at some earlier time. Defaults to the one in which a model is connected. */
  needs?: string | null;
  /** The view in whose state this one starts. */
  after?: string;
  show(scene: Scene): Promise<Page>;
};
