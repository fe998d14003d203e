import type { ModelMessage, ModelRef, ModelRequest, PageContext, ThreadState } from '../../contracts/index.ts';
import { delimiterFor, maskSecrets } from '../../security/index.ts';
import { modelMessages } from '../context/model-context.ts';
import { SYSTEM_PROMPT } from '../context/system-prompt.ts';
import { pageData } from '../context/user-message.ts';

type WarmUp = {
  state: ThreadState;
  model: ModelRef;
  /** What the user wants this model told besides our own prompt, or ''. */
  systemPrompt: string;
  /** The id that the question will have: the delimiter around the page is drawn from it. */
  messageId: string;
  context: PageContext;
};

/**
 * The beginning of the request that a question beside this page will make, up to the end of the page: a server that
 * computes it now has it in its cache when the question comes. It asks for one token, which is thrown away. null where the
 * page will not be sent whole, since what is sent then depends on the question.
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
