/**
 * A mutant that behaves like the original code, so that no test can notice it. The fields are as printed by `npm run
 * mutation`.
 */
export type Equivalent = { file: string; line: string; change: string; reason: string };

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'lib/security/secrets/ibans.ts',
    line: 'const read = length === undefined ? null : readAccount(text, index, length);',
    change: 'length === undefined → false',
    reason: 'Without a length the loop does not begin, and the text goes on after it.',
  },
  {
    file: 'lib/security/link-risk.ts',
    line: '.split(/[^\\p{L}\\p{N}]+/u)',
    change: '/[^\\p{L}\\p{N}]+/u → /[^\\p{L}\\p{N}]/u',
    reason: 'Empty words are left out.',
  },
  {
    file: 'lib/security/secrets/card-numbers.ts',
    line: 'sum += doubled > 9 ? doubled - 9 : doubled;',
    change: 'sum += doubled > 9 ? doubled - 9 : doubled → sum -= doubled > 9 ? doubled - 9 : doubled',
    reason: 'The negative of a multiple of ten is one, too.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "return address.replace(/#.*$/s, '');",
    change: '/#.*$/s → /#.*/s',
    reason: 'A dot matches to the end of the text without it.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "const dotted = /^(.*:)(\\d+\\.\\d+\\.\\d+\\.\\d+)$/.exec(text.replace(/%.*$/, ''));",
    change: '/%.*$/ → /%.*/',
    reason: 'A dot matches to the end of the text without it.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "const end = dotted === null ? null : ipv4Number(dotted[2] ?? '');",
    change: '\'\' → "Stryker was here!"',
    reason: 'The group always takes part in the match; the type does not know.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "? text.replace(/%.*$/, '')",
    change: '/%.*$/ → /%.*/',
    reason: 'A dot matches to the end of the text without it.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "const [head = '', tail, ...more] = plain.split('::');",
    change: '\'\' → "Stryker was here!"',
    reason: 'Splitting gives at least one part; the type does not know.',
  },
  {
    file: 'lib/security/sender.ts',
    line: "return /^[a-z-]+:\\/\\/[^/?#]+(?=[/?#]|$)/i.exec(String(url))?.[0] ?? 'none';",
    change: '\'none\' → ""',
    reason: 'Any text does that is not the origin of an extension.',
  },
  {
    file: 'lib/security/provenance.ts',
    line: "return withoutFilled(content, filled).replace(/^[ \\t]*>[^\\n]*$/gm, '');",
    change: '/^[ \\t]*>[^\\n]*$/gm → /^[ \\t]*>[^\\n]*/gm',
    reason: 'A dot matches to the end of the line without it.',
  },
  {
    file: 'lib/security/web-policy.ts',
    line: "([, target = '']) => URL.parse(target, base)?.href ?? [],",
    change: '\'\' → "Stryker was here!"',
    reason: 'The group always takes part in the match; the type does not know.',
  },
  {
    file: 'lib/agent/run/step-observers.ts',
    line: "case 'observation':",
    change: '\'observation\' → ""',
    reason: 'The default does nothing either; the label is for the compiler, which finds events that are missing.',
  },
  {
    file: 'lib/agent/run/step-observers.ts',
    line: "case 'tool-input-delta':",
    change: '\'tool-input-delta\' → ""',
    reason: 'The default does nothing either; the label is for the compiler, which finds events that are missing.',
  },
  {
    file: 'lib/agent/run/step-observers.ts',
    line: "case 'tool-input-retract':",
    change: '\'tool-input-retract\' → ""',
    reason: 'The default does nothing either; the label is for the compiler, which finds events that are missing.',
  },
  {
    file: 'lib/agent/run/step-observers.ts',
    line: "case 'reply-discard':",
    change: '\'reply-discard\' → ""',
    reason: 'The default does nothing either; the label is for the compiler, which finds events that are missing.',
  },
  {
    file: 'lib/agent/run/step-observers.ts',
    line: "case 'step-notice':",
    change: '\'step-notice\' → ""',
    reason: 'The default does nothing either; the label is for the compiler, which finds events that are missing.',
  },
  {
    file: 'lib/agent/run/step-observers.ts',
    line: "case 'text-to-reasoning':",
    change: '\'text-to-reasoning\' → ""',
    reason: 'The default does nothing either; the label is for the compiler, which finds events that are missing.',
  },
  {
    file: 'lib/agent/run/step-observers.ts',
    line: "case 'text-to-reasoning':",
    change: "case 'text-to-reasoning': return; → case 'text-to-reasoning':",
    reason: 'The default, to which it then falls through, does nothing either.',
  },
  {
    file: 'lib/agent/run/step-observers.ts',
    line: 'default:',
    change: 'default: event satisfies never; → default:',
    reason: 'Only the compiler reads this.',
  },
  {
    file: 'lib/agent/context/read-contexts.ts',
    line: 'if (run === null) return 0;',
    change: 'run === null → false',
    reason: 'The run is open while its pages are read; the type does not know.',
  },
  {
    file: 'lib/agent/context/read-contexts.ts',
    line: 'const maxTokens = run.contextPolicy?.maxTokens ?? 0;',
    change: 'run.contextPolicy?.maxTokens → run.contextPolicy.maxTokens',
    reason: 'A run with pages to read has a policy; the type does not know.',
  },
  {
    file: 'lib/agent/run/call-model.ts',
    line: 'const model = openRun(session.state)?.model ?? null;',
    change: 'openRun(session.state)?.model → openRun(session.state).model',
    reason: 'Only a step of an open run is reset; the type does not know.',
  },
  {
    file: 'lib/security/approval/tab-site.ts',
    line: 'return url === null ? null : parseOrigin(url);',
    change: 'url === null → false',
    reason: 'Null is no address: it has no origin either.',
  },
  {
    file: 'lib/agent/tool-execution/tool-scheduler.ts',
    line: 'if (!lane) return;',
    change: '!lane → false',
    reason: 'A run whose job was taken has a lane until the job is released; the type does not know.',
  },
  {
    file: 'lib/agent/tool-execution/execute-tool.ts',
    line: "await steps.return({ content: '' });",
    change: "{ content: '' } → {}",
    reason: 'What an ended tool returns is dropped.',
  },
  {
    file: 'lib/agent/tool-execution/execute-tool.ts',
    line: "await steps.return({ content: '' });",
    change: '\'\' → "Stryker was here!"',
    reason: 'What an ended tool returns is dropped.',
  },
  {
    file: 'lib/model-api/chat-completions/tool-calls/find-call.ts',
    line: "if (call) return continuesCall(call, delta, tools, true) ? { type: 'call', call } : { type: 'new', sequelTo: call };",
    change: '\'new\' → ""',
    reason: 'Only the two other types are asked for.',
  },
  {
    file: 'lib/model-api/chat-completions/tool-calls/find-call.ts',
    line: "if (near === null) return { type: 'new', sequelTo: null };",
    change: '\'new\' → ""',
    reason: 'Only the two other types are asked for.',
  },
  {
    file: 'lib/model-api/chat-completions/tool-calls/find-call.ts',
    line: "return continuesCall(near, delta, tools, false) ? { type: 'call', call: near } : { type: 'new', sequelTo: near };",
    change: '\'new\' → ""',
    reason: 'Only the two other types are asked for.',
  },
  {
    file: 'lib/model-api/chat-completions/tool-calls/tool-call-assembler.ts',
    line: "if (call.phase !== 'streaming' || call.unemitted === '' || call.toolCallId === null) return;",
    change: 'call.toolCallId === null → false',
    reason: 'A call that was begun has an id; the type does not know.',
  },
  {
    file: 'lib/model-api/chat-completions/tool-calls/tool-call-assembler.ts',
    line: "this.#events.push(inputAvailable(call.toolCallId ?? '', fitInput));",
    change: '\'\' → "Stryker was here!"',
    reason: 'A call that was begun has an id; the type does not know.',
  },
  {
    file: 'lib/model-api/chat-completions/tool-calls/tool-call-assembler.ts',
    line: "this.#events.push({ type: 'tool-input-error', toolCallId: call.toolCallId ?? '', errorText, code });",
    change: '\'\' → "Stryker was here!"',
    reason: 'A call that was begun has an id; the type does not know.',
  },
];
