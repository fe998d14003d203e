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
import { BEGINNING, PICTURES, RICH, SUMMARY, THOUGHTS } from './sample-answers.ts';

/**
 * A browser in which every view can be produced: a page to ask about, a panel, and a model whose answer depends on the question.
 */
export type Scene = {
  stage: Stage;
  server: ModelServer;
  panel: Panel;
  tabId: number;
  /** Asks in a new chat. */
  ask(question: string): Promise<void>;
  /** Continues all answers that were paused. */
  release(): void;
  close(): Promise<void>;
};

/** The sample model's behaviour by question. It answers any other question with a summary. */
export const ASK = {
  rich: 'How large are tides, and how is that worked out?',
  pictures: 'Show me a chart of the tides at Brest.',
  growing: 'Why are there two tides a day?',
  cut: 'Why is the second one lower?',
  thinking: 'Think before you answer: why two?',
  calling: 'Look closely at this page.',
  noting: 'Note down the next high water.',
  failing: 'Which page is this?',
  opening: 'What does the page behind this address say?',
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
    if (!isOffered('read_page')) return streamChunks(response, textChunks('All is well.'));
    const isAsked = (text: string) => String(question).includes(text);
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
    return streamChunks(response, calls('read_page', {}));
  };
  const server = await startModelServer(Object.fromEntries(Object.keys(FACTS).map((id) => [id, answer])), FACTS);
  const stage = await setStage(name, { testTools: true, pageContext: 'on-demand' });
  const { tabId } = await stage.openPage(stage.articleUrl);
  const panel = await stage.openPanel(tabId);
  return {
    stage,
    server,
    panel,
    tabId,
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
      await server.close();
    },
  };
}

/** One view, which `show` produces from any state of the scene. */
export type View = {
  name: string;
  /** Resolves to the page with the view. */
  show(scene: Scene): Promise<Page>;
};
