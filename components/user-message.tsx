import type { UserMessage } from '../lib/protocol/thread.ts';
import './message.css';

export function UserMessageView({ message }: { message: UserMessage }) {
  return (
    <article className="message user" aria-label="You" dir="auto">
      {message.content}
    </article>
  );
}
