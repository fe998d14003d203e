import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import { STEP_END, scriptedText } from '../../testing/agent/scripted-model.ts';
import { scriptedRun, scriptedTool, serverSource } from '../../testing/agent/scripted-run.ts';
import { asked, buildThread, called, gave, lastRun, runStart, step } from '../../testing/agent/scripted-thread.ts';
import { modelRequest, SIDE_PANEL_PROMPT } from './model-request.ts';

test("a request has the user's instructions after the system prompt, and the answer limit", async () => {
  const connection = { systemPrompt: 'Always answer in rhymes.', maxOutputTokens: 300 };
  const { client, run } = scriptedRun(() => [...scriptedText('Done.'), STEP_END], {}, connection);
  await run();
  const [request] = client.requests;
  expect(request?.system).toMatch(/^You are Sidenote[\s\S]*\nAlways answer in rhymes\.$/);
  expect(request?.maxOutputTokens).toBe(300);
});

test('the instructions of a project follow what the user added for the model, in the same way in every request', () => {
  const state = buildThread(asked('q', 'Why?'), runStart('r'));
  const systemWith = (instructions: string) =>
    modelRequest({
      state,
      run: lastRun(state),
      toolMode: 'none',
      final: false,
      tools: { offered: [], recognized: [] },
      profile: {
        isLocal: false,
        contextWindow: null,
        systemPrompt: 'Rhyme.',
        maxOutputTokens: null,
        takesPdfs: false,
        vision: null,
      },
      basePrompt: SIDE_PANEL_PROMPT,
      refusals: 0,
      instructions,
      memories: [],
    }).request.system;
  expect(systemWith('Answer as a lawyer.')).toMatch(
    /\nRhyme\.\nThe user's instructions for this project:\nAnswer as a lawyer\.$/,
  );
  expect(systemWith('')).toMatch(/\nRhyme\.$/);
});

test('a model without vision is sent no pictures', async () => {
  const image = { mediaType: 'image/jpeg', data: 'AAAA', width: 1, height: 1 } as const;
  const files = [{ type: 'image', name: 'map.png', image } as const];
  const question = { type: 'user-message', messageId: 'q', content: 'Where?', files } as const;
  const state = buildThread(question, runStart('r'));
  const requestFor = (vision: boolean | null) =>
    modelRequest({
      state,
      run: lastRun(state),
      toolMode: 'none',
      final: false,
      tools: { offered: [], recognized: [] },
      profile: {
        isLocal: false,
        contextWindow: null,
        systemPrompt: '',
        maxOutputTokens: null,
        takesPdfs: false,
        vision,
      },
      refusals: 0,
      basePrompt: SIDE_PANEL_PROMPT,
      instructions: '',
      memories: [],
    }).request.messages[0];
  expect(requestFor(false)).toMatchObject({ attached: { images: [] } });
  expect(requestFor(null)).toMatchObject({ attached: { images: [{ name: 'map.png' }] } });
});

test('a PDF is sent as a file if the model accepts it and it fits, otherwise as text', () => {
  const text = `# Page 1\n\n${'Low water at six. '.repeat(400)}`;
  const files = [{ type: 'text', name: 'plan.pdf', text, pdf: 'JVBERi0' } as const];
  const state = buildThread({ type: 'user-message', messageId: 'q', content: 'When?', files }, runStart('r'));
  const requestFor = (takesPdfs: boolean, contextWindow: number | null) =>
    modelRequest({
      state,
      run: lastRun(state),
      toolMode: 'none',
      final: false,
      tools: { offered: [], recognized: [] },
      profile: { isLocal: false, contextWindow, systemPrompt: '', maxOutputTokens: null, takesPdfs, vision: null },
      basePrompt: SIDE_PANEL_PROMPT,
      instructions: '',
      memories: [],
      refusals: 0,
    }).request.messages[0];
  const asText = { attached: { data: [{ text: expect.stringContaining('Low water') }] } };
  expect(requestFor(true, null)).toMatchObject({ attached: { data: [], pdfs: [{ data: 'JVBERi0' }] } });
  expect(requestFor(false, null)).toMatchObject(asText);
  expect(requestFor(false, null)).not.toHaveProperty('attached.pdfs');
  expect(requestFor(true, 4_000)).toMatchObject(asText);
  expect(requestFor(true, 4_000)).not.toHaveProperty('attached.pdfs');
});

const remoteTool = (name: string) => ({
  ...scriptedTool(name, async () => ''),
  description: 'Lists what is there. '.repeat(70),
  effects: { source: serverSource() },
});

test('a secret in the title of the open page is masked', async () => {
  const page = { title: 'Invoice: card 4111 1111 1111 1111', url: 'https://shop.test/pay' };
  const state = buildThread(asked('q', 'What is this?'), runStart('r', { page }));
  const { request } = modelRequest({
    state,
    run: lastRun(state),
    toolMode: 'none',
    final: false,
    tools: { offered: [], recognized: [] },
    profile: {
      isLocal: false,
      contextWindow: null,
      systemPrompt: '',
      maxOutputTokens: null,
      takesPdfs: false,
      vision: null,
    },
    refusals: 0,
    basePrompt: SIDE_PANEL_PROMPT,
    instructions: '',
    memories: [],
  });
  const sent = JSON.stringify(request);
  expect(sent).toContain('Invoice');
  expect(sent).toContain('[masked: card number]');
  expect(sent).not.toContain('4111');
});

test('the first step reports the chosen tools again if it is requested again, later steps do not', () => {
  const offered = remoteTool('crm_send_mail');
  const start: ThreadEvent = { type: 'step-start', stepId: 'r:0', toolMode: 'native' };
  const noticesAfter = (...events: ThreadEvent[]) => {
    const state = buildThread(asked('q', 'Mail?'), runStart('r'), ...events);
    return modelRequest({
      state,
      run: lastRun(state),
      toolMode: 'native',
      final: false,
      tools: { offered: [offered], recognized: [offered, remoteTool('crm_list_customers')] },
      profile: {
        isLocal: false,
        contextWindow: null,
        systemPrompt: '',
        maxOutputTokens: null,
        takesPdfs: false,
        vision: null,
      },
      refusals: 0,
      basePrompt: SIDE_PANEL_PROMPT,
      instructions: '',
      memories: [],
    }).notices;
  };
  const chosen = [{ code: 'tools-chosen', names: ['crm_send_mail'], all: 2 }];
  expect(noticesAfter()).toEqual(chosen);
  expect(noticesAfter(start, { type: 'step-reset', stepId: 'r:0', reason: 'retry' })).toEqual(chosen);
  expect(noticesAfter(...step('r:0', ...called('a', 'crm_send_mail')), gave('a', 'Sent.'))).toEqual([]);
});

test('the user sees which tools of servers were chosen if not all fit', async () => {
  const tools = ['crm_list_invoices', 'crm_list_customers', 'crm_send_mail'].map(remoteTool);
  const { run, answer } = scriptedRun(() => [...scriptedText('Done.'), STEP_END], { tools }, { contextWindow: 6_000 });
  await run();
  expect(answer().steps[0]?.notices).toEqual([
    { code: 'tools-chosen', names: [expect.stringMatching(/^crm_/)], all: 3 },
  ]);
});
