import type { FieldValues } from '../../contracts/page-forms.ts';
import { listToolCalls } from '../../contracts/thread.ts';
import type { Tool } from '../../contracts/tool.ts';
import type { ApprovalDetails } from '../../contracts/tool-output.ts';
import type { MemoryPages } from '../tools/memory-pages.ts';
import { THREAD_ID } from './crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from './scripted-model.ts';
import { hasResult, scriptedRun } from './scripted-run.ts';
import { asked, runStart } from './scripted-thread.ts';

/** `question`: what the user asks beside the page, after which the model calls the tool with `input`. */
type FormScript = { page: MemoryPages; tool: Tool; input: object; question: string };

/** A run whose model makes one call that the user approves on a form card. */
export function scriptedFormRun({ page, tool, input, question }: FormScript) {
  const world = { now: 1000 };
  let ids = 0;
  const scripted = scriptedRun(
    (request) =>
      hasResult(request) ? [...scriptedText('Done.'), STEP_END] : [...scriptedCall('a', tool.name, input), STEP_END],
    { tools: [tool], now: () => world.now, newId: () => `id-${++ids}`, context: { page } },
  );
  const call = () => scripted.answer().steps.flatMap(listToolCalls)[0];
  const confirm = () => {
    const waiting = call();
    const request = waiting?.state === 'approval-requested' ? waiting.request : undefined;
    return (request?.type === 'effect' ? request.confirm : undefined) as ApprovalDetails;
  };
  /** Approves the call with the values of the card, or without any. */
  const allow = (values?: FieldValues) =>
    scripted.log.append(
      THREAD_ID,
      [{ type: 'tool-approval-response', toolCallId: 'a', approved: true, ...(values ? { values } : {}) }],
      'run',
    );
  const run = async () => {
    const shown = { url: 'https://a.test/', title: 'a' };
    await scripted.log.append(THREAD_ID, [asked('q', question), runStart('run', { page: shown })], null);
    await scripted.goOn();
  };
  return { ...scripted, run, page, world, call, confirm, allow };
}
