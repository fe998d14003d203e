export { type BackgroundWorker, createBackgroundWorker } from './background-worker.ts';
export { answerHook, type HookRequest } from './reading-hook.ts';
