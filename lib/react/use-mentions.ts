import { useEffect, useState } from 'react';
import { messageMarkdown } from '../agent/index.ts';
import type { AttachedFile, Mention } from '../contracts/index.ts';
import { hasBrowserPermission, openTabs, savedPages } from '../extension/index.ts';
import type { Stores } from '../storage/index.ts';
import { loadChat } from './export-files.ts';

/** Maximum number of suggestions of each kind. */
const MAX_OF_KIND = 5;
/** Maximum number of chats whose titles are searched, newest first. Others are found by their content. */
const MAX_TITLES = 500;
/** Minimum length of the query for bookmarks. */
const MIN_BOOKMARK_QUERY = 2;
const NONE: readonly Mention[] = [];

/**
 * What can be mentioned for the text after `@`: open tabs, other chats, bookmarks if they may be read, and resources
 * that MCP servers listed. Null without a mention.
 */
export function useMentions(
  storage: Pick<Stores, 'mcpServers' | 'threads'>,
  threadId: string,
  query: string | null,
): readonly Mention[] {
  const [found, setFound] = useState<readonly Mention[]>(NONE);
  useEffect(() => {
    if (query === null) return setFound(NONE);
    const unwanted = new AbortController();
    const words = splitQueryWords(query);
    const kinds = [
      mentionedTabs(words),
      mentionedChats(storage, threadId, query, unwanted.signal),
      bookmarks(query, unwanted.signal),
      resources(storage, words),
    ];
    // A kind that cannot be looked up contributes nothing. The others are still offered.
    void Promise.allSettled(kinds).then((results) => {
      if (unwanted.signal.aborted) return;
      setFound(results.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])));
    });
    return () => unwanted.abort();
  }, [storage, threadId, query]);
  return found;
}

async function mentionedTabs(words: readonly string[]): Promise<Mention[]> {
  const { tabs } = await openTabs();
  return tabs
    .filter(({ title, url }) => hasAll(`${title} ${url}`, words))
    .slice(0, MAX_OF_KIND)
    .map(({ tabId, title, url }) => ({ kind: 'tab', tab: { tabId, title, url } }));
}

async function mentionedChats(
  storage: Pick<Stores, 'threads'>,
  threadId: string,
  query: string,
  signal: AbortSignal,
): Promise<Mention[]> {
  const without = new Set([threadId, ...(await storage.threads.listedIds('deleted-threads'))]);
  const words = splitQueryWords(query);
  const recent = await storage.threads.recent(MAX_TITLES, { site: null, isArchived: false, projectId: null }, without);
  const byTitle = recent.filter(({ title }) => title !== '' && hasAll(title, words));
  const byText =
    query === '' || byTitle.length >= MAX_OF_KIND ? [] : await storage.threads.search(query, MAX_OF_KIND, signal);
  const others = byText.flatMap(({ thread }) =>
    without.has(thread.threadId) || byTitle.some((each) => each.threadId === thread.threadId) ? [] : [thread],
  );
  return [...byTitle, ...others]
    .slice(0, MAX_OF_KIND)
    .map(({ threadId: id, title, updatedAt }) => ({ kind: 'chat', threadId: id, title, at: updatedAt }));
}

async function bookmarks(query: string, signal: AbortSignal): Promise<Mention[]> {
  if (query.length < MIN_BOOKMARK_QUERY || !(await hasBrowserPermission('bookmarks'))) return [];
  const words = splitQueryWords(query);
  return (await savedPages('bookmarks', { since: null, until: null }, signal))
    .filter(({ title, url }) => hasAll(`${title} ${url}`, words))
    .slice(0, MAX_OF_KIND)
    .map(({ title, url }) => ({ kind: 'bookmark', title, url }));
}

/** Resources as last listed by the servers. Sends no request. */
async function resources(storage: Pick<Stores, 'mcpServers'>, words: readonly string[]): Promise<Mention[]> {
  return (await storage.mcpServers.all())
    .filter(({ isOn }) => isOn)
    .flatMap((server) => [
      ...(server.resources ?? []).map((resource) => ({
        kind: 'resource' as const,
        server,
        resource,
        name: resource.name,
      })),
      ...(server.templates ?? []).map((template) => ({
        kind: 'template' as const,
        server,
        template,
        name: template.name,
      })),
    ])
    .filter(({ name, server }) => hasAll(`${name} ${server.name}`, words))
    .slice(0, MAX_OF_KIND);
}

function splitQueryWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

function hasAll(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return words.every((word) => folded.includes(word));
}

/** Maximum number of characters of an attached chat. Of a longer chat, the end is attached. */
const MAX_CHAT = 200_000;

/** A chat as a file to attach: its questions and answers. Null if nothing of it can be read any more. */
export async function chatAsFile(
  storage: Pick<Stores, 'threads' | 'events'>,
  threadId: string,
): Promise<AttachedFile | null> {
  const { chat } = await loadChat(storage, threadId);
  if (chat === null) return null;
  const { title, thread } = chat;
  const text = thread.messages.map((message) => `## ${message.role}\n\n${messageMarkdown(message)}`).join('\n\n');
  return { type: 'text', name: `${title.slice(0, 100)}.md`, text: text.slice(-MAX_CHAT) };
}
