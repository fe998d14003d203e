import { Columns2 } from 'lucide-react';
import { useMemo } from 'react';
import { OpinionNote } from '../../components/ask/opinion-note.tsx';
import { modelName } from '../../components/parts/model-name.ts';
import { Popover } from '../../components/parts/popover.tsx';
import { allMessages } from '../../lib/agent/index.ts';
import type { Endpoint, ModelRef, ThreadState } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { ModelChoiceMenu } from './model-choice.tsx';
import type { useChat } from './use-chat.ts';
import { type OpinionChoice, useOpinionCost } from './use-opinion.ts';

type ChoiceProps = {
  storage: Pick<Stores, 'capabilities'>;
  endpoints: readonly Endpoint[];
  /** The model of the chat. */
  model: ModelRef;
  thread: ThreadState;
  choice: OpinionChoice;
};

/** Chooses a second model, which answers the same questions. The first model is not offered. */
export function SecondModelChoice({ storage, endpoints, model, thread, choice }: ChoiceProps) {
  const answer = allMessages(thread).find(({ messageId }) => messageId === choice.about);
  const { endpointId, modelId } = answer?.role === 'assistant' ? answer.model : model;
  const others = useMemo(
    () =>
      endpoints.map((each) =>
        each.endpointId === endpointId ? { ...each, models: each.models.filter((id) => id !== modelId) } : each,
      ),
    [endpoints, endpointId, modelId],
  );
  return (
    <Popover
      className="model-picker second-model"
      isOpen={choice.isOpen}
      onOpen={choice.setOpen}
      button={(opener) => (
        <button
          {...opener}
          type="button"
          className="button quiet icon"
          aria-haspopup="dialog"
          aria-label={t('secondOpinion')}
          title={t('secondOpinionHint')}
          data-chosen={choice.model === null ? undefined : ''}
        >
          <Columns2 size={14} aria-hidden />
        </button>
      )}
    >
      <ModelChoiceMenu
        storage={storage}
        endpoints={others}
        model={choice.last ?? model}
        heading={t('chooseSecondModel')}
        startsAt={null}
        onModel={choice.choose}
      />
    </Popover>
  );
}

/** Says before a question is sent that another model is also asked. */
export function OpinionLine({ chat, storage }: { chat: ReturnType<typeof useChat>; storage: Pick<Stores, 'usage'> }) {
  const { opinionChoice: choice, context, answerController, thread } = chat;
  const { answer, last } = choice;
  const cost = useOpinionCost(storage, choice, { thread, question: chat.draft.text, context });
  const model = answer === null ? choice.model : last;
  if (model === null) return null;
  const onAsk = () => {
    choice.cancel();
    if (answer !== null) answerController.askOpinion(answer, model);
  };
  return (
    <OpinionNote
      key={answer}
      model={modelName(model)}
      cost={cost}
      hasPage={context.tab !== null && context.tab !== undefined}
      onAsk={answer === null ? null : onAsk}
      onCancel={choice.cancel}
    />
  );
}
