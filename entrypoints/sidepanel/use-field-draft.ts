import { useEffect, useRef, useState } from 'react';
import type { FieldDraft } from '../../components/thread/field-card.tsx';
import { messageMarkdown } from '../../lib/agent/index.ts';
import {
  type Command,
  type CommandReply,
  type FailureReason,
  type FocusedField,
  MAX_FIELD_TEXT,
  type ThreadState,
} from '../../lib/contracts/index.ts';
import { sendCommand } from '../../lib/extension/index.ts';
import { cleanText } from '../../lib/page-reader/dom/index.ts';

/**
 * Returns the text that is about to be used in a field of the tab, or null. The field is looked up when the user asks
 * for it, and again when they return to the panel, because they may have clicked into another one. A proposal keeps the
 * field for which it was requested.
 */
export function useFieldDraft(tabId: number | null, thread: ThreadState) {
  const [draft, setDraft] = useState<FieldDraft | null>(null);
  // A reply that arrives after a later request is ignored.
  const requests = useRef(0);
  const current = useRef(draft);
  current.current = draft;

  async function request(command: Command, onReply: (reply: CommandReply) => void): Promise<void> {
    const number = ++requests.current;
    const reply = await sendCommand(command);
    if (number === requests.current) onReply(reply);
  }

  function find(text: string): void {
    if (tabId === null || text.length > MAX_FIELD_TEXT) {
      const reason: FailureReason =
        tabId === null ? { type: 'about-no-page' } : { type: 'field-failed', error: 'too-long' };
      setDraft({ text, state: 'failed', failure: { code: 'internal', reason, retryable: false } });
      return;
    }
    void request({ type: 'find-field', tabId }, (reply) => {
      if (reply.type === 'refused') setDraft({ text, state: 'failed', failure: reply.failure });
      if (reply.type === 'field') setDraft({ text, state: 'found', isProposal: false, ...shown(reply.field) });
    });
  }

  function open(rawText: string): void {
    const text = cleanText(rawText).trim();
    setDraft({ text, state: 'finding' });
    find(text);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tab, because the listeners read the current draft
  useEffect(() => {
    const isProposal = () => current.current?.state === 'found' && current.current.isProposal;
    const refresh = () => {
      if (current.current?.state === 'found' && !isProposal()) find(current.current.text);
    };
    if (current.current !== null && !isProposal()) open(current.current.text);
    window.addEventListener('focus', refresh);
    document.documentElement.addEventListener('pointerenter', refresh);
    return () => {
      window.removeEventListener('focus', refresh);
      document.documentElement.removeEventListener('pointerenter', refresh);
    };
  }, [tabId]);

  const rewrite = useProposal(thread, (text, field) =>
    setDraft({ text, state: 'found', isProposal: true, ...shown(field) }),
  );

  return {
    draft,
    open,
    rewrite,
    retry: () => draft && open(draft.text),
    close() {
      requests.current += 1;
      setDraft(null);
    },
    ...createFieldChanges(draft, setDraft, request),
  };
}

type SendRequest = (command: Command, onReply: (reply: CommandReply) => void) => Promise<void>;

/** Writes the text into the field and undoes that, and shows what came of it. */
function createFieldChanges(draft: FieldDraft | null, setDraft: (next: FieldDraft) => void, request: SendRequest) {
  return {
    write(field: FocusedField, text: string, replaces: string) {
      if (draft?.state !== 'found') return;
      setDraft({ ...draft, state: 'writing' });
      void request({ type: 'write-field', field: toFieldRef(field), text, replaces }, (reply) =>
        setDraft(
          reply.type === 'refused'
            ? { text: draft.text, state: 'failed', failure: reply.failure }
            : { text: draft.text, state: 'written', field, isReplaced: replaces !== '' },
        ),
      );
    },
    undo(field: FocusedField) {
      if (draft === null) return;
      const { text } = draft;
      void request({ type: 'undo-field', field: toFieldRef(field) }, (reply) =>
        setDraft(
          reply.type === 'refused'
            ? { text, state: 'failed', failure: reply.failure }
            : { text, state: 'undone', field },
        ),
      );
    },
  };
}

/**
 * Waits for the answer to a question about the selected text of a field, and passes it on as a proposal for that text.
 * Returns the function to call with the field when the question is asked.
 */
function useProposal(thread: ThreadState, onProposal: (text: string, field: FocusedField) => void) {
  const [rewritten, setRewritten] = useState<FocusedField | null>(null);
  const answer = thread.messages.at(-1);
  const outcome = answer?.role === 'assistant' ? answer.outcome : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer has ended
  useEffect(() => {
    if (rewritten === null || outcome === null || answer === undefined) return;
    setRewritten(null);
    const text = cleanText(messageMarkdown(answer)).trim();
    if (outcome.type === 'complete' && text !== '') onProposal(fitReplacement(rewritten.selected, text), rewritten);
  }, [rewritten, outcome]);
  return setRewritten;
}

/**
 * Returns an answer with the white space around the text that it replaces, and without the fence that some models put
 * around texts.
 */
function fitReplacement(selected: string, text: string): string {
  const [, inside = text] = /^```\w*\n([\s\S]*)\n```$/.exec(text) ?? [];
  const start = selected.slice(0, selected.length - selected.trimStart().length);
  const end = selected.slice(selected.trimEnd().length);
  return `${start}${inside.trim()}${end}`;
}

function shown(field: FocusedField) {
  return { field, before: cleanText(field.selected) };
}

function toFieldRef({ tabId, frameId, fieldId }: FocusedField) {
  return { tabId, frameId, fieldId };
}
