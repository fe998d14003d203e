import { useCallback, useMemo, useState } from 'react';
import * as z from 'zod';
import {
  type Comparison,
  computeCost,
  estimateNextUsage,
  estimateUsageWithoutCache,
  findComparison,
} from '../../lib/agent/index.ts';
import {
  emptyThread,
  isSameModel,
  type ModelRef,
  type QueuedMessage,
  type ThreadState,
  toOpinionId,
} from '../../lib/contracts/index.ts';
import { settings } from '../../lib/extension/index.ts';
import {
  type QuestionContext,
  useOrphanRun,
  usePageTokens,
  useSessionValue,
  useSetting,
  useStored,
  useThread,
} from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';

export type Opinion = {
  /** The thread of the second answer while it is being written. */
  thread: ThreadState;
  comparison: Comparison | null;
  isWriting: boolean;
};

const NO_QUEUE: readonly QueuedMessage[] = [];

/** The second opinion in a chat, live. If the worker that writes it was stopped, the next worker resumes it. */
export function useOpinion(storage: Pick<Stores, 'events'>, thread: ThreadState, isHeld: boolean): Opinion {
  const opinionId = toOpinionId(thread.threadId);
  const { thread: written } = useThread(storage, opinionId);
  const comparison = useMemo(() => findComparison(thread, written), [thread, written]);
  const isWriting = comparison !== null && comparison.second.outcome === null;
  const none = useMemo(() => emptyThread(opinionId), [opinionId]);
  useOrphanRun(isWriting ? written : none, NO_QUEUE, isHeld);
  return { thread: written, comparison, isWriting };
}

const IsOn = z.boolean();

/**
 * The second model of a chat, which is turned on until the browser closes. At first, it is the model that was chosen
 * last in any chat. `first` is the model of the chat, which is not asked twice.
 */
export function useOpinionChoice(threadId: string, first: ModelRef | null) {
  const [isOn = false, setOn] = useSessionValue(`opinion-${threadId}`, IsOn, false);
  const [model = null, setModel] = useSetting(settings.opinionModel);
  const [isOpen, setIsOpen] = useState(false);
  /** The answer that another model is asked about, and whether that model was chosen. */
  const [answer, setAnswer] = useState<{ messageId: string; isChosen: boolean } | null>(null);
  const setOpen = useCallback((open: boolean) => {
    setIsOpen(open);
    setAnswer(null);
  }, []);
  const openFor = useCallback((messageId: string) => {
    setAnswer({ messageId, isChosen: false });
    setIsOpen(true);
  }, []);
  return {
    isOpen,
    setOpen,
    openFor,
    /** The model chosen last. */
    last: model,
    /** The second model that answers the next question. Null if there is none. */
    model: isOn && !(first && model && isSameModel(first, model)) ? model : null,
    /** The answer for which another model is being chosen or asked. Null if it is for the next question. */
    about: answer?.messageId ?? null,
    /** The answer that `last` will be asked about once the user confirms. Null if there is none. */
    answer: answer?.isChosen ? answer.messageId : null,
    choose(chosen: ModelRef) {
      setModel(chosen);
      setIsOpen(false);
      if (answer === null) setOn(() => true);
      else setAnswer({ ...answer, isChosen: true });
    },
    cancel() {
      if (answer === null) setOn(() => false);
      setAnswer(null);
    },
    /** The chat continues with the second model. It becomes the first, and the previous first becomes the second. */
    swap(kept: ModelRef, other: ModelRef) {
      if (isOn && model !== null && isSameModel(model, kept)) setModel(other);
    },
  };
}

export type OpinionChoice = ReturnType<typeof useOpinionChoice>;

type Expected = {
  thread: ThreadState;
  question: string;
  context: Pick<QuestionContext, 'tab' | 'pageContext'>;
};

/**
 * Returns the expected cost of asking the second model, in US dollars. Null if its price is unknown, or it is not
 * asked.
 */
export function useOpinionCost(
  storage: Pick<Stores, 'usage'>,
  { model, last, answer }: OpinionChoice,
  { thread, question, context }: Expected,
): number | null {
  const asked = answer === null ? model : last;
  const findPrice = useStored(
    async () => (asked === null ? null : storage.usage.loadPrices([asked])),
    [storage, asked?.endpointId, asked?.modelId],
  );
  const price = (asked && findPrice?.(asked)) ?? null;
  const isFirst = thread.messages.length === 0 && context.pageContext !== 'never';
  const pageTokens = usePageTokens(context.tab ?? null, price !== null && isFirst && question !== '');
  if (price === null) return null;
  const usage =
    answer === null
      ? estimateNextUsage(thread, question, isFirst ? pageTokens : 0)
      : estimateUsageWithoutCache(thread, answer);
  return usage && computeCost(usage, price);
}
