import type { PracticeStep } from './practice-step.ts';
import { callId, type ResponseHead, tokenCount, usageOf } from './response-head.ts';

/** Writes steps as one JSON reply. A cut connection leaves half of it. */
export function chatCompletion(steps: readonly PracticeStep[], head: ResponseHead): string {
  const joined = (type: 'text' | 'reasoning') => steps.map((step) => (step.type === type ? step.text : '')).join('');
  const calls = steps.filter((step) => step.type === 'tool-call');
  const content = joined('text');
  const reasoning = joined('reasoning');
  const message = {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call, index) => functionCall(callId(head, index), call)) }),
  };
  const written = content + reasoning + calls.map((call) => call.argumentsText).join('');
  const reply = JSON.stringify({
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
    usage: usageOf(head, tokenCount(written)),
  });
  return steps.some((step) => step.type === 'cut') ? reply.slice(0, reply.length / 2) : reply;
}

function functionCall(id: string, call: { toolName: string; argumentsText: string }) {
  return { id, type: 'function', function: { name: call.toolName, arguments: call.argumentsText } };
}
