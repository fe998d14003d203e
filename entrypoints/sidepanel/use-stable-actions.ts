import type { ShowPassage } from '../../components/markdown/passages.tsx';
import type { MessageActions } from '../../components/thread/thread.tsx';
import type { AnswerForm } from '../../components/tools/elicitation-card.tsx';
import type { FormActions } from '../../components/tools/form-card.tsx';
import { useLatest } from '../../lib/react/index.ts';
import type { AnswerController } from './answer-controller.ts';
import type { QuestionController } from './question-controller.ts';

/** Actions that keep their identity, so that messages are not rendered again with each delta. */
export function useStableActions(
  questionController: QuestionController,
  answerController: AnswerController,
  ofAnswers: Pick<MessageActions, 'onRetryWith' | 'onAskAnother'>,
  openField: (text: string) => void,
) {
  const actions = useLatest({
    onCopy: answerController.copy,
    onEdit: questionController.edit,
    onDelete: answerController.deleteExchange,
    ...ofAnswers,
    onVersion: answerController.selectVersion,
  });
  const answers = useLatest({
    onRespond: answerController.respond,
    onRespondContext: answerController.respondContext,
    onReveal: answerController.reveal,
    onRetry: () => answerController.retry(),
    onContinue: answerController.continueAnswer,
  });
  const { showPassage } = useLatest<{ showPassage: ShowPassage }>({ showPassage: answerController.showPassage });
  const { answerForm } = useLatest<{ answerForm: AnswerForm }>({ answerForm: answerController.answerForm });
  const formActions = useLatest<FormActions>({ show: answerController.showForm, undo: answerController.undoForm });
  const { showTab } = useLatest({ showTab: answerController.showTab });
  const { tryNow } = useLatest({ tryNow: answerController.tryNow });
  const { insertIntoPage } = useLatest({
    insertIntoPage: (messageId: string) => openField(answerController.getMessageMarkdown(messageId)),
  });
  return { actions, answers, showPassage, showTab, tryNow, answerForm, formActions, insertIntoPage };
}
