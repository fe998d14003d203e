import {
  type AssistantMessage,
  type ThreadState,
  type Tool,
  toolCallsOf,
  type UserMessage,
} from '../contracts/index.ts';
import { originOf } from './origin.ts';

/**
 * The sites, files and tools whose text is in the context of the next step, in the order they were added, from every run. Derived
 * from the log, so that a restart loses none of it.
 */
export function untrustedSources(state: ThreadState, tools: readonly Tool[]): string[] {
  return [
    ...new Set(
      state.messages.flatMap((message) => (message.role === 'user' ? attached(message) : sourcesOf(message, tools))),
    ),
  ];
}

function attached({ tabs = [], files = [] }: UserMessage): string[] {
  // The question includes the titles of tabs, which are untrusted text of their pages.
  return [...tabs.map(({ url }) => siteOf(url)), ...files.map(({ name }) => name)];
}

function sourcesOf(run: AssistantMessage, tools: readonly Tool[]): string[] {
  // The prompt includes the page's title, which is untrusted text of the page.
  const beside = run.page === null ? [] : [siteOf(run.page.url)];
  const read = run.steps.flatMap(toolCallsOf).flatMap((call): string[] => {
    if (call.state !== 'output-available' && call.state !== 'output-error') return [];
    // A tool that does not exist any more counts as untrusted.
    const isOpen = tools.find((tool) => tool.name === call.toolName)?.annotations.openWorldHint ?? true;
    if (!isOpen) return [];
    const url = call.state === 'output-available' ? call.output.details?.url : undefined;
    if (typeof url === 'string') return [siteOf(url)];
    return call.state === 'output-available' ? [call.toolName] : [];
  });
  const inFront = run.contexts.flatMap((part) => (part.state === 'available' ? [siteOf(part.context.source.url)] : []));
  return [...beside, ...inFront, ...read];
}

function siteOf(url: string): string {
  return originOf(url) ?? url;
}
