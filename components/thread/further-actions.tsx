import { RememberButton } from '../memory/remember-button.tsx';
import { InsertIntoPageButton } from './field-card.tsx';
import { ReadAloudButton } from './message-actions.tsx';

/** The actions for the text of any answer, including one of two. */
export function FurtherActions({ messageId }: { messageId: string }) {
  return (
    <>
      <InsertIntoPageButton messageId={messageId} />
      <ReadAloudButton messageId={messageId} />
      <RememberButton />
    </>
  );
}
