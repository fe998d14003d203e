import { loadThread, type Models, messageMarkdown, withoutLocalPages } from '../agent/index.ts';
import { isOpinionId, type ModelRef, type ThreadLog } from '../contracts/index.ts';
import { requestTitle, titleRequest } from '../model-api/index.ts';
import { deriveChatTitle, type Stores } from '../storage/index.ts';

export type TitleDependencies = {
  storage: Pick<Stores, 'threads'>;
  log: ThreadLog;
  models: Models;
  newId: () => string;
  /** The model that the user has selected for titles. Null keeps the beginning of the question. */
  titleModel: () => Promise<ModelRef | null>;
};

/** Timeout for a title, in milliseconds. */
const TIMEOUT_MS = 60_000;

/**
 * Makes a model generate a thread's title after its first complete answer, once, unless the user has named the thread.
 * Not retried if the server is busy or fails, since the beginning of the question also serves as a title.
 */
export async function makeTitle(dependencies: TitleDependencies, threadId: string): Promise<void> {
  const { storage, log, models, newId, titleModel } = dependencies;
  const model = isOpinionId(threadId) ? null : await titleModel();
  if (model === null) return;
  const thread = await loadThread(log, threadId);
  const [question, answer, ...later] = thread.messages;
  if (question?.role !== 'user' || answer?.role !== 'assistant' || later.length > 0) return;
  const provisional = deriveChatTitle(question);
  if (answer.outcome?.type !== 'complete' || (await storage.threads.get(threadId))?.title !== provisional) return;
  // The request contains the answer, so it is recorded among what this answer sent.
  const connection = await models.connect(model, { threadId, runId: answer.messageId, kind: 'title' });
  if ('failure' in connection) return;
  const { client, profile } = connection;
  // The answer can be the text of a page that only a local model may get.
  if (!profile.isLocal && withoutLocalPages(thread) !== thread) return;
  const release = client.connections === undefined ? () => undefined : client.connections.tryTake();
  if (release === null) return;
  try {
    const request = titleRequest(model.modelId, question.content, messageMarkdown(answer), newId());
    const title = await requestTitle(client, request, AbortSignal.timeout(TIMEOUT_MS));
    if (title !== null) await storage.threads.replaceTitle(threadId, provisional, title);
  } finally {
    release();
  }
}
