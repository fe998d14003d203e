import { type KeyboardEvent, useId, useState } from 'react';
import type { Mention } from '../../lib/contracts/index.ts';
import {
  MentionSuggestion,
  mentionKey,
  type OfferedPrompt,
  PromptSuggestion,
  type Suggestion,
} from './suggestion-menu.tsx';

type Options = { text: string; prompts: readonly OfferedPrompt[] | null; mentions: readonly Mention[] };
type OpenMention = { isOpen: boolean; pick: (mention: Mention) => void };

/**
 * The menu of suggestions for a field: prompts after `/`, otherwise what can be mentioned. `suggestions` is null if the
 * menu is closed.
 */
export function useSuggestions({ text, prompts, mentions }: Options, mention: OpenMention) {
  const id = useId();
  const [chosen, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const offered = prompts?.length ? prompts.map(toPromptSuggestion) : listMentions(mentions, mention);
  const suggestions = offered.length === 0 || closedAt === text ? null : offered;
  const count = suggestions?.length ?? 1;
  const active = Math.min(chosen, count - 1);

  /** Handles keys for the open menu. Returns whether the key was handled. */
  const handleKey = (event: KeyboardEvent): boolean => {
    const suggestion = suggestions?.[active];
    if (!suggestion) return false;
    if (event.key === 'Enter' || event.key === 'Tab') suggestion.pick();
    else if (event.key === 'Escape') setClosedAt(text);
    else if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active + count - 1) % count);
    else return false;
    event.preventDefault();
    return true;
  };
  return { id, suggestions, active, setActive, handleKey };
}

function toPromptSuggestion(prompt: OfferedPrompt): Suggestion {
  return {
    key: `${prompt.server} ${prompt.name}`,
    content: <PromptSuggestion prompt={prompt} />,
    pick: prompt.onPick,
  };
}

function listMentions(mentions: readonly Mention[], { isOpen, pick }: OpenMention): Suggestion[] {
  if (!isOpen) return [];
  return mentions.map((mention) => ({
    key: mentionKey(mention),
    content: <MentionSuggestion mention={mention} />,
    pick: () => pick(mention),
  }));
}
