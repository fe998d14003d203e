import { RememberButton } from '../memory/remember-button.tsx';
import { InsertIntoPageButton } from './field-card.tsx';
import { ReadAloudButton } from './message-actions.tsx';

/** What can be done with the text of any answer, also one of two. */
export function FurtherActions({ messageId }: { messageId: string }) {
  return (
    <>
      <InsertIntoPageButton messageId={messageId} />
      <ReadAloudButton messageId={messageId} />
      <RememberButton />
    </>
  );
}
