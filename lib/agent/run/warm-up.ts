import type { ModelMessage, ModelRef, ModelRequest, PageContext, ThreadState } from '../../contracts/index.ts';
import { delimiterFor, maskSecrets } from '../../security/index.ts';
import { modelMessages } from '../context/model-context.ts';
import { SYSTEM_PROMPT } from '../context/model-request.ts';
import { pageData } from '../context/user-message.ts';

type WarmUp = {
  state: ThreadState;
  model: ModelRef;
  /** The user's instructions for this model, or ''. */
  systemPrompt: string;
  /** The id that the question will have, from which the delimiter around the page is derived. */
  messageId: string;
  context: PageContext;
};

/**
 * A request with the beginning of the next question's request, up to the end of the page, so that the server has it in its cache
 * when the question is sent. It generates one token, which is discarded. Null if the page will not be sent whole, since the
 * selection then depends on the question.
 */
export function warmUpRequest({ state, model, systemPrompt, messageId, context }: WarmUp): ModelRequest | null {
  if (context.selection !== 'all') return null;
  const data = [pageData(context, maskSecrets(context.text).text, true)];
  const page: ModelMessage = {
    role: 'user',
    content: '',
    attached: { fence: delimiterFor(messageId), data, images: [] },
  };
  return {
    modelId: model.modelId,
    system: [SYSTEM_PROMPT, systemPrompt].filter((text) => text !== '').join('\n'),
    messages: [...modelMessages(state), page],
    tools: [],
    toolMode: 'none',
    maxOutputTokens: 1,
    attempt: 0,
  };
}
