import { type AssistantMessage, type ContextPart, isContextSettled } from '../../contracts/index.ts';

/** Tabs whose pages go with the question, the active tab first. */
export function contextTabs({ tabId, tabs, contextPolicy, continues }: AssistantMessage): number[] {
  if (contextPolicy?.mode !== 'page-first' || continues !== null) return [];
  return [...new Set([...(tabId === null ? [] : [tabId]), ...tabs.map((tab) => tab.tabId)])];
}

/**
 * Tabs whose pages are neither read nor given up. The `waiting` ones need the user's approval. `tooLong` are pages that were read
 * but found too long by the server, so that less of them has to be selected.
 */
export function openContexts(run: AssistantMessage): { unread: number[]; waiting: number[]; tooLong: number[] } {
  const parts = new Map(run.contexts.map((part) => [part.tabId, part]));
  const tabs = contextTabs(run);
  const open = tabs.filter((tabId) => {
    const part = parts.get(tabId);
    return part === undefined || !isContextSettled(part);
  });
  const isWaiting = (tabId: number) => parts.get(tabId)?.state === 'approval-requested';
  const wasRefused = run.steps.some(({ resets }) => resets.includes('context-length'));
  return {
    unread: open.filter((tabId) => !isWaiting(tabId)),
    waiting: open.filter(isWaiting),
    tooLong: wasRefused ? tabs.filter((tabId) => isFirstChoice(parts.get(tabId))) : [],
  };
}

function isFirstChoice(part: ContextPart | undefined): boolean {
  return part?.state === 'available' && part.refusedLength === null;
}
