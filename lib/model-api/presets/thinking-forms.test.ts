import { expect, test } from 'vitest';
import type { ReasoningEffort } from '../../contracts/model.ts';
import { localTemplateFields, thinkingFields, thinkingForm } from './thinking-forms.ts';

const getThinkingFields = (baseUrl: string, modelId: string, effort: ReasoningEffort) =>
  thinkingFields(thinkingForm(baseUrl, modelId), effort);

test.each<[string, string, string, object, object]>([
  ['OpenAI’s', 'https://api.openai.com/v1', 'gpt-6.1-terra', { reasoning_effort: 'none' }, { reasoning_effort: 'max' }],
  ['any other service', 'https://api.example.com/v1', 'm', { reasoning_effort: 'none' }, { reasoning_effort: 'max' }],
  [
    'OpenRouter',
    'https://openrouter.ai/api/v1',
    'z-ai/glm-5.2',
    { reasoning: { effort: 'none' } },
    { reasoning: { effort: 'max' } },
  ],
  [
    'DeepSeek',
    'https://api.deepseek.com/v1',
    'deepseek-flash',
    { thinking: { type: 'disabled' } },
    { thinking: { type: 'enabled' }, reasoning_effort: 'max' },
  ],
  [
    'GLM 5.2',
    'https://api.z.ai/api/coding/paas/v4',
    'glm-5.2',
    { thinking: { type: 'disabled' } },
    { thinking: { type: 'enabled' }, reasoning_effort: 'max' },
  ],
  [
    'GLM 5.3, which always thinks',
    'https://api.z.ai/api/paas/v4',
    'glm-5.3',
    { reasoning_effort: 'low' },
    { reasoning_effort: 'max' },
  ],
  [
    'Kimi K2.6',
    'https://api.moonshot.ai/v1',
    'kimi-k2.6',
    { thinking: { type: 'disabled' } },
    { thinking: { type: 'enabled' } },
  ],
  [
    'Kimi K3, which always thinks',
    'https://api.moonshot.cn/v1',
    'kimi-k3',
    { reasoning_effort: 'low' },
    { reasoning_effort: 'max' },
  ],
  [
    'MiniMax',
    'https://api.minimax.io/v1',
    'MiniMax-M3',
    { thinking: { type: 'disabled' } },
    { thinking: { type: 'adaptive' } },
  ],
  [
    'DashScope',
    'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    'qwen-plus',
    { enable_thinking: false },
    { enable_thinking: true },
  ],
  [
    'Together',
    'https://api.together.xyz/v1',
    'zai-org/GLM-5.2',
    { reasoning: { enabled: false } },
    { reasoning: { enabled: true }, reasoning_effort: 'max' },
  ],
  [
    'Qwen on Groq',
    'https://api.groq.com/openai/v1',
    'qwen/qwen3.8-27b',
    { reasoning_effort: 'none' },
    { reasoning_effort: 'default' },
  ],
  [
    'Mistral',
    'https://api.mistral.ai/v1',
    'mistral-small-latest',
    { reasoning_effort: 'none' },
    { reasoning_effort: 'high' },
  ],
  [
    'a local server',
    'http://127.0.0.1:8080/v1',
    'qwen3',
    { reasoning_effort: 'none', chat_template_kwargs: { enable_thinking: false, thinking: false } },
    {
      reasoning_effort: 'max',
      chat_template_kwargs: { enable_thinking: true, thinking: true, reasoning_effort: 'max' },
    },
  ],
])('%s is told not to think, and to think hard, in its own form', (_, baseUrl, modelId, none, max) => {
  expect(getThinkingFields(baseUrl, modelId, 'none')).toEqual(none);
  expect(getThinkingFields(baseUrl, modelId, 'max')).toEqual(max);
});

test('a budget is sent to services that accept one', () => {
  const url = 'https://api.siliconflow.com/v1';
  expect(getThinkingFields(url, 'Qwen/Qwen3-32B', 'low')).toEqual({ enable_thinking: true, thinking_budget: 1_024 });
});

test('requests do not mention thinking unless the user has chosen', () => {
  expect(thinkingFields('template', undefined)).toEqual({});
  expect(localTemplateFields('http://127.0.0.1:8080/v1', undefined)).toEqual({});
});

test('values for a chat template go to local servers alone (quirk: thinking-in-template)', () => {
  expect(localTemplateFields('http://192.168.1.7:8080/v1', 'none')).toEqual({
    chat_template_kwargs: { enable_thinking: false, thinking: false },
  });
  expect(localTemplateFields('https://api.anthropic.com/v1', 'none')).toEqual({});
});
