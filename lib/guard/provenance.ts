import { type AssistantMessage, type ThreadState, toolCallsOf } from '../protocol/thread.ts';
import type { Tool } from '../protocol/tool.ts';
import { originOf } from './origin.ts';

/**
 * The sites and tools whose text the next step of a thread is written under the influence of, in the order they came: all
 * that stands in the context, from every run. Derived from the log, so that a restart forgets none of it.
 */
export function untrustedSources(state: ThreadState, tools: readonly Tool[]): string[] {
  const runs = state.messages.filter((message) => message.role === 'assistant');
  return [...new Set(runs.flatMap((run) => sourcesOf(run, tools)))];
}

function sourcesOf(run: AssistantMessage, tools: readonly Tool[]): string[] {
  // The prompt quotes the page's title, which is the page's word already.
  const beside = run.page === null ? [] : [siteOf(run.page.url)];
  const read = run.steps.flatMap(toolCallsOf).flatMap((call): string[] => {
    if (call.state !== 'output-available' && call.state !== 'output-error') return [];
    // What is no longer there is not known to be harmless.
    const isOpen = tools.find((tool) => tool.name === call.toolName)?.annotations.openWorldHint ?? true;
    if (!isOpen) return [];
    const url = call.state === 'output-available' ? call.output.details?.url : undefined;
    if (typeof url === 'string') return [siteOf(url)];
    return call.state === 'output-available' ? [call.toolName] : [];
  });
  return [...beside, ...read];
}

function siteOf(url: string): string {
  return originOf(url) ?? url;
}
