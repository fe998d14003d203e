import type { ReactNode } from 'react';
import { ShowPassage } from '../../components/markdown/passages.tsx';
import { modelName } from '../../components/parts/model-name.ts';
import { AssistantMessageView } from '../../components/thread/assistant-message.tsx';
import { FurtherActions } from '../../components/thread/further-actions.tsx';
import { AnswerActions } from '../../components/thread/message-actions.tsx';
import { OpinionPair } from '../../components/thread/opinion-pair.tsx';
import { TryNow } from '../../components/thread/step-notices.tsx';
import type { AnswerPair } from '../../components/thread/thread.tsx';
import { ShowTab } from '../../components/tools/tool-preview.tsx';
import { type Comparison, messageMarkdown } from '../../lib/agent/index.ts';
import type { AnswerCheck, AssistantMessage } from '../../lib/contracts/index.ts';
import { useComparison } from '../../lib/react/index.ts';
import type { useChat } from './use-chat.ts';

type Chat = ReturnType<typeof useChat>;

/** Returns how two answers to the last question are shown. Null if there is only one. */
export function answerPair(chat: Chat): AnswerPair | null {
  const { comparison, isWriting } = chat.opinion;
  if (comparison === null) return null;
  return {
    firstIndex: comparison.firstIndex,
    isWriting,
    view: (first) => <TwoAnswers key="pair" chat={chat} comparison={comparison} first={first} />,
  };
}

type PairProps = { chat: Chat; comparison: Comparison };

function TwoAnswers({ chat, comparison, first }: PairProps & { first: ReactNode }) {
  const { thread, getCost, answerController, facts } = chat;
  const { second } = comparison;
  const answer = thread.messages.at(-1);
  const { check, facts: differences, compareWords } = useComparison(thread, comparison, facts.isChecked);
  if (answer?.role !== 'assistant') return first;
  const hasEnded = answer.outcome !== null && second.outcome !== null;
  const keep = (messageId: string) => {
    answerController.keepAnswer(messageId);
    chat.writeHere();
  };
  const hasTexts = [answer, second].every((each) => messageMarkdown(each) !== '');
  return (
    <OpinionPair
      facts={differences}
      compareWords={hasEnded && hasTexts ? compareWords : null}
      first={{
        message: answer,
        cost: getCost(answer),
        onKeep: answer.outcome && (() => keep(answer.messageId)),
        content: first,
      }}
      second={{
        message: second,
        cost: getCost(second),
        onKeep:
          second.outcome &&
          (() => {
            keep(second.messageId);
            chat.preferModel(second.model, answer.model);
          }),
        content: <SecondAnswer chat={chat} comparison={comparison} answer={answer} check={check} hasEnded={hasEnded} />,
      }}
    />
  );
}

type SecondProps = PairProps & {
  /** The first answer. */
  answer: AssistantMessage;
  check: AnswerCheck | null;
  /** Whether both answers have ended. */
  hasEnded: boolean;
};

function SecondAnswer({ chat, comparison, answer, check, hasEnded }: SecondProps) {
  const { thread, getCost, answerController, opinionController, opinionChoice } = chat;
  const { firstIndex, second } = comparison;
  const firstId = thread.messages[firstIndex]?.messageId ?? answer.messageId;
  const onContinue = () => {
    void answerController.continueKept(second.messageId, second.model);
    chat.preferModel(second.model, answer.model);
  };
  return (
    <ShowPassage value={opinionController.showPassage}>
      <ShowTab value={opinionController.showTab}>
        <TryNow value={opinionController.tryNow}>
          <div className="turn">
            <AssistantMessageView
              message={second}
              isPageNamed
              check={check}
              isClosed
              cost={getCost(second)}
              onRespond={opinionController.respond}
              onRespondContext={opinionController.respondContext}
              onReveal={opinionController.reveal}
              onRetry={second.outcome && (() => answerController.askOpinion(firstId, second.model))}
              onRetryWith={hasEnded ? () => opinionChoice.openFor(firstId) : null}
              onContinue={hasEnded ? onContinue : null}
              nextModel={null}
            />
            {second.outcome && (
              <AnswerActions
                version={null}
                isBusy={!hasEnded}
                isLast
                model={modelName(second.model)}
                hasText={messageMarkdown(second) !== ''}
                onCopy={() => opinionController.copy(second.messageId)}
                onRetryWith={() => opinionChoice.openFor(firstId)}
                onAskAnother={null}
                onVersion={() => undefined}
              >
                <FurtherActions messageId={second.messageId} />
              </AnswerActions>
            )}
          </div>
        </TryNow>
      </ShowTab>
    </ShowPassage>
  );
}
