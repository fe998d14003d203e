import type { Tool } from '../../contracts/index.ts';
import { bm25 } from '../../page-reader/query/index.ts';
import { CHARACTERS_PER_TOKEN } from './context-budget.ts';

/** Definitions of tools of servers take this share of a window at most, and so many characters where it is not known. */
const SHARE_OF_WINDOW = 0.1;
const MAX_CHARACTERS = 24_000;
/** So many of them are offered at most; fewer to models that tools lead astray. */
const MAX_TOOLS = 40;
const MAX_CAUTIOUS = 8;

type Asked = {
  /** What the user wrote. */
  words: string;
  /** Names of tools that were called in this chat: they stay. */
  used: ReadonlySet<string>;
  /** In tokens, or null. */
  contextWindow: number | null;
  isCautious: boolean;
};

/**
 * The tools without those of servers that do not fit: where all have room, all are offered; else those whose names and
 * descriptions have most in common with what the user wrote. The order stays as it is.
 */
export function fittingTools(tools: readonly Tool[], { words, used, contextWindow, isCautious }: Asked): Tool[] {
  const remote = tools.filter(({ source }) => source !== undefined);
  const room =
    contextWindow === null
      ? MAX_CHARACTERS
      : Math.min(MAX_CHARACTERS, contextWindow * CHARACTERS_PER_TOKEN * SHARE_OF_WINDOW);
  const most = isCautious ? MAX_CAUTIOUS : MAX_TOOLS;
  if (remote.length <= most && remote.reduce((sum, tool) => sum + toolSize(tool), 0) <= room) return [...tools];
  const scores = bm25(remote.map(toolWords), wordsOf(words));
  const ranked = remote
    .map((tool, index) => ({ tool, score: used.has(tool.name) ? Infinity : (scores[index]?.score ?? 0) }))
    .toSorted((one, other) => (one.score === other.score ? 0 : other.score - one.score));
  const chosen = new Set<Tool>();
  let left = room;
  for (const { tool } of ranked) {
    if (chosen.size >= most) break;
    const size = toolSize(tool);
    if (size > left) continue;
    left -= size;
    chosen.add(tool);
  }
  return tools.filter((tool) => tool.source === undefined || chosen.has(tool));
}

/** What a tool's definition takes in a request, in characters; `schema`: where its own schema is small and flat. */
export function toolSize({ name, description, jsonSchema }: Tool, schema = 300): number {
  return description.length + (jsonSchema === undefined ? schema : name.length + JSON.stringify(jsonSchema).length);
}

/** The name counts three times. */
function toolWords({ name, description, jsonSchema }: Tool): string[] {
  const named = wordsOf(name);
  const parameters = Object.keys((jsonSchema?.properties ?? {}) as object).join(' ');
  return [...named, ...named, ...named, ...wordsOf(description), ...wordsOf(parameters)];
}

/** Words in lower case without an ending -s; pairs of characters where a script has no spaces between words. */
function wordsOf(text: string): string[] {
  const spread = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (spread.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return [word.replace(/s$/, '')];
    return word.length < 2 ? [word] : Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
  });
}
