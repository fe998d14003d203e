import { useEffect, useRef, useState } from 'react';
import type { FieldDraft } from '../../components/thread/field-card.tsx';
import {
  type Command,
  type CommandReply,
  type FailureReason,
  type FocusedField,
  MAX_FIELD_TEXT,
} from '../../lib/contracts/index.ts';
import { sendCommand } from '../../lib/extension/index.ts';
import { cleanText } from '../../lib/page-reader/dom/index.ts';

/**
 * The text that is about to be used in a field of the tab, or null. The field is looked up when the user asks for it, and again
 * when they come back to the panel, since they may have clicked into another one.
 */
export function useFieldDraft(tabId: number | null) {
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
      if (reply.type !== 'field') return;
      setDraft({ text, state: 'found', field: reply.field, before: cleanText(reply.field.selected) });
    });
  }

  function open(written: string): void {
    const text = cleanText(written);
    setDraft({ text, state: 'finding' });
    find(text);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tab; the listeners read the draft as it is then
  useEffect(() => {
    const refresh = () => {
      if (current.current?.state === 'found') find(current.current.text);
    };
    if (current.current !== null) open(current.current.text);
    window.addEventListener('focus', refresh);
    document.documentElement.addEventListener('pointerenter', refresh);
    return () => {
      window.removeEventListener('focus', refresh);
      document.documentElement.removeEventListener('pointerenter', refresh);
    };
  }, [tabId]);

  return {
    draft,
    open,
    retry: () => draft && open(draft.text),
    close() {
      requests.current += 1;
      setDraft(null);
    },
    write(field: FocusedField, text: string, replaces: string) {
      if (draft === null) return;
      const source = draft.text;
      setDraft({ text: source, state: 'writing', field, before: cleanText(field.selected) });
      const isReplaced = replaces !== '';
      void request({ type: 'write-field', field: refOf(field), text, replaces }, (reply) =>
        setDraft(
          reply.type === 'refused'
            ? { text: source, state: 'failed', failure: reply.failure }
            : { text: source, state: 'written', field, isReplaced },
        ),
      );
    },
    undo(field: FocusedField) {
      if (draft === null) return;
      const { text } = draft;
      void request({ type: 'undo-field', field: refOf(field) }, (reply) =>
        setDraft(
          reply.type === 'refused'
            ? { text, state: 'failed', failure: reply.failure }
            : { text, state: 'undone', field },
        ),
      );
    },
  };
}

function refOf({ tabId, frameId, fieldId }: FocusedField) {
  return { tabId, frameId, fieldId };
}
