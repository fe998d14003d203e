import { runThread } from '../../agent/run/run-thread.ts';
import type { ContextProvider } from '../../contracts/context-provider.ts';
import type { PageRef } from '../../contracts/event.ts';
import type { ModelRequest } from '../../contracts/model-client.ts';
import type { ContextPolicy, RunProject } from '../../contracts/page-context.ts';
import type { AssistantMessage } from '../../contracts/thread.ts';
import { MODEL, THREAD_ID } from './crash-scenario.ts';
import { memoryLog } from './memory-log.ts';
import { type ScriptLine, STEP_END, scriptedText } from './scripted-model.ts';
import { type ModelChange, type ScriptedDependencies, scriptedRun } from './scripted-run.ts';

export type ScriptedChat = {
  script?: (request: ModelRequest) => ScriptLine[];
  connection?: ModelChange;
  policy?: ContextPolicy;
  /** The project of the chat, whose files are sent with its questions. */
  project?: RunProject;
  /** What the run may use of the browser. Tests in lib/tools have pages in memory. */
  world: ScriptedDependencies & { context: Partial<ContextProvider> };
  /** The page of a tab, as far as the browser reveals it. */
  known: (tabId: number) => PageRef | null;
};

/** A chat with pages, a log in memory and a scripted model, for tests. */
export function scriptedChat({ script, connection = {}, policy, project, world, known }: ScriptedChat) {
  const answer = () => [...scriptedText('At 21:40.'), STEP_END];
  const scripted = scriptedRun(script ?? answer, world, connection);
  const context = policy ?? { mode: 'page-first' as const, maxTokens: 24_000 };
  let count = 0;

  /** Writes a question and the start of its run, without running it. */
  async function write(content: string, tabId: number | null = 1, tabIds: number[] = []) {
    count += 1;
    const tabs = tabIds.flatMap((id) => {
      const page = known(id);
      return page === null ? [] : [{ tabId: id, ...page }];
    });
    const added = tabs.length > 0 ? { tabs } : {};
    const messageId = `q${count}`;
    const page = tabId === null ? null : known(tabId);
    const of = { ...added, ...(project === undefined ? {} : { project }) };
    const start = { runId: `run${count}`, messageId, model: MODEL, tabId, page, ...of, maxSteps: 5, context };
    await scripted.log.append(
      THREAD_ID,
      [
        { type: 'user-message', messageId, content, ...added },
        { type: 'run-start', ...start },
      ],
      null,
    );
  }

  return {
    ...scripted,
    write,
    async ask(...question: Parameters<typeof write>) {
      await write(...question);
      await scripted.goOn();
    },
    /** Runs on a log that accepts this many appends and then fails, as if the worker had been killed. */
    async goOnUntil(killAfter: number) {
      const log = memoryLog(scripted.rows, killAfter);
      await runThread(THREAD_ID, { ...scripted.dependencies, log }, new AbortController().signal);
    },
    questions: () =>
      (scripted.client.requests.at(-1)?.messages ?? []).flatMap((message) =>
        message.role === 'user' ? [message] : [],
      ),
    run: () => scripted.thread().messages.at(-1) as AssistantMessage,
  };
}

/** The data attached to the questions of a request: pages, tabs and files. */
export function listAttachedTexts(request: ModelRequest | undefined): string[] {
  const data = request?.messages.flatMap((message) => (message.role === 'user' ? (message.attached?.data ?? []) : []));
  return data?.map(({ text }) => text) ?? [];
}
