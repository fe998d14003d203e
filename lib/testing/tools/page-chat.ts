import { tools } from '../../tools/index.ts';
import { readTabContext } from '../../tools/read-context.ts';
import { type ScriptedChat, scriptedChat } from '../agent/scripted-chat.ts';
import type { ScriptedDependencies } from '../agent/scripted-run.ts';
import { buildForm, buildReading, granted, MemoryPages, type MemoryTab } from './memory-pages.ts';

export const HARBOR = buildReading('harbor', '# Harbor', 'The lock closes at 21:40 in winter.', 'Parrots are welcome.');

export const PASSWORD_FORM = buildForm('Sign in', [{ label: 'Password', state: 'secret', value: null }]);

type Setup = Omit<ScriptedChat, 'world' | 'known'> & {
  tabs?: Record<number, MemoryTab>;
  change?: ScriptedDependencies;
};

/** A chat beside pages in memory, with the real tools. The harbor is in tab 1 unless other tabs are given. */
export function chatBesidePages({ tabs = { 1: granted(HARBOR) }, change = {}, ...options }: Setup = {}) {
  const context = { page: new MemoryPages(tabs), read: readTabContext, ...change.context };
  const world = { tools, ...change, context };
  const known = (tabId: number) => {
    const access = tabs[tabId]?.access;
    return access?.type === 'granted' ? { title: access.title, url: access.url } : null;
  };
  return scriptedChat({ ...options, world, known });
}
