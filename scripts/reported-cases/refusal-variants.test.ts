// Wordings of refusals beyond those in the tests of each rule: one row per wording, through the real client.
import { describe, expect, test } from 'vitest';
import { type ReportedCase, runCase } from './run-case.ts';
import { isAsWanted } from './verdict.ts';

const ADAPTED = '/RETRY retry obs=\\{/';
const NO_TOOLS = '/RETRY tools-unsupported/';
const TOO_LONG = '/RETRY context-length/';
const NO_CREDIT = '/FAIL rate-limit/';
const UNREADABLE = '/call-unreadable/';

type Row = [wording: string, status: number, want: string, reported: Partial<ReportedCase>];

async function readRefusal(message: string, status: number, reported: Partial<ReportedCase>): Promise<string> {
  const body = JSON.stringify({ error: { message } });
  const reply = { body, status, headers: { 'content-type': 'application/json' } };
  const outcome = await runCase(
    { id: '', source: '', interface: 'chat-completions', reply, want: '', ...reported },
    (text) => [text],
  );
  return isAsWanted(reported.want ?? '', outcome) ? 'as wanted' : outcome.end;
}

const warm = { settings: { temperature: 0.3 } };
const high = { settings: { reasoningEffort: 'high' } } as const;

describe('a refusal', () => {
  test.each<Row>([
    // Parameters (refused-parameter, listed-efforts)
    ['Sampling parameters are not supported for this model', 400, ADAPTED, warm],
    ['温度参数只能为1', 400, ADAPTED, warm],
    ['The value of temperature has to be 1 for this model', 400, ADAPTED, warm],
    ['thinking type should be enabled or disabled', 400, ADAPTED, high],
    ['该模型不支持思考模式', 400, ADAPTED, high],
    // Schemas (plain-schemas)
    ["tools[0].function.parameters: unsupported keyword 'format'", 400, ADAPTED, {}],
    ['Unimplemented keys: ["maxLength"]', 400, ADAPTED, {}],
    ['Schema is too complex for strict tool use', 400, ADAPTED, {}],
    ['exceeds maximum nesting depth in schema', 400, ADAPTED, {}],
    // Limits of the answer (answer-limit)
    ['参数max_tokens最大为4096', 400, ADAPTED, { interface: 'anthropic-messages' }],
    [
      "Requested max output 32000 exceeds the model's output limit of 8192",
      400,
      ADAPTED,
      { interface: 'anthropic-messages' },
    ],
    ['Tool calling requires a chat template that supports tools', 400, NO_TOOLS, {}],
    ['unexpected tokens remaining in message header: Some("to=functions")', 500, UNREADABLE, {}],
    ['unexpected EOS while waiting for message header to complete', 500, UNREADABLE, {}],
    // Overflow (overflow-wordings)
    ['too many input tokens: 9000, maximum 8192', 400, TOO_LONG, {}],
    ['The combined length of prompt and completion exceeds 8192 tokens', 400, TOO_LONG, {}],
    ['n_tokens (9000) > n_ctx (4096)', 500, TOO_LONG, {}],
    ['prompt length of 9000 tokens cannot be longer than 8192', 400, TOO_LONG, {}],
    ['input_tokens (9000) must be less than 8192', 400, TOO_LONG, {}],
    ['The request has 9000 tokens which is more than the 8192 this model can handle', 400, TOO_LONG, {}],
    ['the input token count is 1200000 but model only supports up to 1048576.', 400, TOO_LONG, { interface: 'gemini' }],
    ['La longueur du prompt dépasse la fenêtre de contexte', 400, TOO_LONG, {}],
    ['Die Eingabe überschreitet die maximale Kontextlänge', 400, TOO_LONG, {}],
    ['El mensaje excede la longitud máxima del contexto', 400, TOO_LONG, {}],
    ['Контекст слишком длинный', 400, TOO_LONG, {}],
    // Quotas (quota-with-403)
    ['insufficient_user_quota', 403, NO_CREDIT, {}],
    ['You have no remaining credits', 403, NO_CREDIT, {}],
    ['Monthly usage limit reached', 403, NO_CREDIT, {}],
    ['Free tier limit exceeded', 403, NO_CREDIT, {}],
    ['Weekly limit reached. Resets in 3 days', 429, NO_CREDIT, {}],
  ])('“%s” (%i) is understood', async (message, status, want, reported) => {
    expect(await readRefusal(message, status, { ...reported, want })).toBe('as wanted');
  });

  test.each<Row>([
    ['Rate limit exceeded: prompt exceeds 10000 tokens per minute', 429, '/too-many-requests/', {}],
    ['The image prompt exceeds 5000 pixels', 400, '/FAIL bad-response/', {}],
    ['function name is longer than 1000 characters in messages', 400, '/FAIL bad-response|RETRY retry/', {}],
  ])('“%s” (%i) is not taken for a conversation that is too long', async (message, status, want, reported) => {
    expect(await readRefusal(message, status, { ...reported, want })).toBe('as wanted');
  });
});
