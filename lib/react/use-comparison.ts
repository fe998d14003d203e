import { useEffect, useMemo, useState } from 'react';
import { type Comparison, factCheckRequest, messageMarkdown, withSecondAnswer } from '../agent/index.ts';
import type {
  AnswerCheck,
  AnswerDifferences,
  AssistantMessage,
  ModelRef,
  ThreadState,
  WordDifferences,
} from '../contracts/index.ts';
import { FactCheckClient } from './fact-checker.ts';

export type ComparedAnswers = {
  /** The facts of the second answer. Null while it is not checked. */
  check: AnswerCheck | null;
  /** The facts that only one answer has. Null until both have ended. */
  facts: AnswerDifferences | null;
  /** Compares the displayed texts of both answers. */
  compareWords: (first: string, second: string) => Promise<WordDifferences | null>;
};

/** Compares two answers once both have ended. `isChecked`: whether the facts of a model's answers are checked. */
export function useComparison(
  thread: ThreadState,
  comparison: Comparison | null,
  isChecked: (model: ModelRef) => boolean,
): ComparedAnswers {
  const client = useMemo(() => new FactCheckClient(), []);
  const second = comparison?.second ?? null;
  const firstAnswers = comparison === null ? [] : thread.messages.slice(comparison.firstIndex);
  const first = firstAnswers.map(messageMarkdown).join('\n\n');
  const isFirstEnded = firstAnswers.every((message) => message.role === 'assistant' && message.outcome !== null);
  const endedSecond = second !== null && second.outcome !== null ? second : null;
  const [check, setCheck] = useState<{ of: AssistantMessage; check: AnswerCheck | null } | null>(null);
  const [facts, setFacts] = useState<{ of: AssistantMessage; first: string; facts: AnswerDifferences | null } | null>(
    null,
  );
  const hasNone = second === null;
  useEffect(() => {
    if (hasNone) client.close();
  }, [client, hasNone]);
  useEffect(() => () => client.close(), [client]);
  const isSecondChecked = endedSecond !== null && isChecked(endedSecond.model);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the second answer has ended
  useEffect(() => {
    if (endedSecond === null || comparison === null || !isSecondChecked) return;
    const { messages, threadId } = withSecondAnswer(thread, comparison);
    const request = factCheckRequest(messages, messages.length - 1);
    if (request === null) return;
    void client.check(threadId, request).then((result) => setCheck({ of: endedSecond, check: result }));
  }, [client, endedSecond, isSecondChecked]);
  useEffect(() => {
    if (endedSecond === null || !isFirstEnded || first === '') return;
    const text = messageMarkdown(endedSecond);
    if (text === '') return;
    void client
      .compareFacts(first, text)
      .then((differences) => setFacts({ of: endedSecond, first, facts: differences }));
  }, [client, endedSecond, isFirstEnded, first]);
  return {
    check: check !== null && check.of === second ? check.check : null,
    facts: facts !== null && facts.of === second && facts.first === first && isFirstEnded ? facts.facts : null,
    compareWords: useMemo(() => client.compareWords.bind(client), [client]),
  };
}
