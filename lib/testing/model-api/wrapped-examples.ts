/**
 * Calls in wrappers that no dialect describes, combined from bodies and wrappers. `TUNED` wrappers were used to develop
 * the rule, `KEPT_ASIDE` ones only to measure it.
 */
export const BODIES: readonly (readonly [title: string, text: string])[] = [
  ['name and arguments', '{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}'],
  ['tool and tool_input', '{"tool": "find_in_page", "tool_input": {"query": "high tide", "limit": 3}}'],
  ['function and parameters', '{"function": "find_in_page", "parameters": {"query": "high tide", "limit": 3}}'],
  ['name and braces', 'find_in_page{"query": "high tide", "limit": 3}'],
  ['name and parentheses', 'find_in_page(query="high tide", limit=3)'],
];

type Wrapper = readonly [title: string, before: string, after: string];

export const TUNED: readonly Wrapper[] = [
  ['pipes', '<|fn_begin|>', '<|fn_finish|>'],
  ['square brackets', '[USE_TOOL]', '[/USE_TOOL]'],
  ['an element', '<op>', '</op>'],
  ['double angles', '⟪run⟫', '⟪/run⟫'],
  ['Mustache', '{{tool}}\n', '\n{{/tool}}'],
  ['at signs', '@@CALL@@\n', '\n@@END@@'],
  ['a Markdown container', ':::invoke\n', '\n:::'],
  ['doubled angles', '<<exec>>', '<</exec>>'],
  ['rules', '=== TOOL CALL ===\n', '\n=== END ==='],
  ['words', 'CALL_BEGIN\n', '\nCALL_END'],
  ['lenticular brackets', '【工具】', '【/工具】'],
  ['a label', 'Tool call: ', ''],
  ['an element with an attribute', '<request type="tool">\n', '\n</request>'],
  ['doubled square brackets', '[[act]]', '[[end]]'],
  ['percent signs', '%%use%% ', ' %%'],
  ['a comment', '<!-- call ', ' -->'],
  ['parentheses without an end', '(tool) ', ''],
  ['a dollar sign', '$call ', ''],
  ['guillemets', '«outil» ', ' «/outil»'],
  ['dashes', '---run---\n', '\n---'],
];

export const KEPT_ASIDE: readonly Wrapper[] = [
  ['pipes', '<|begin_of_action|>', '<|end_of_action|>'],
  ['square brackets', '[DO]', '[DONE]'],
  ['an element on lines of its own', '<step>\n', '\n</step>'],
  ['mathematical brackets', '⟨request⟩', '⟨/request⟩'],
  ['Jinja', '{% call %}', '{% endcall %}'],
  ['tildes', '~~~action\n', '\n~~~'],
  ['hashes', '##TOOL##', '##/TOOL##'],
  ['tripled angles', '<<<INVOKE>>>\n', '\n<<<END>>>'],
  ['words', 'START_TOOL\n', '\nSTOP_TOOL'],
  ['an arrow', '→ call: ', ''],
  ['corner brackets', '「ツール」', '「/ツール」'],
  ['a slash command', '/use ', ''],
  ['a namespace', '<fn:run id="c1">', '</fn:run>'],
  ['a bracket with a value', '[tool=use]', '[/tool]'],
  ['exclamation marks', '!!request ', ' !!'],
  ['an element without an end', '<execute>', ''],
  ['a token without an end', '<|assistant_action|>\n', ''],
  ['a label in brackets', '[function: ', ']'],
  ['a fat arrow', 'Invoke => ', ''],
  ['elements in each other', '<call><body>', '</body></call>'],
  ['a Spanish label', 'Llamada: ', ''],
  ['elements on lines of their own', '<calls>\n<one>', '</one>\n</calls>'],
];

/** Every body in every wrapper, alone and after a sentence. */
export function wrappedCalls(wrappers: readonly Wrapper[]): (readonly [title: string, text: string])[] {
  return wrappers.flatMap(([wrapper, before, after]) =>
    BODIES.flatMap(([body, text]) => [
      [`${wrapper}: ${body}`, before + text + after] as const,
      [`${wrapper} after a sentence: ${body}`, `Let me look for it.\n\n${before}${text}${after}`] as const,
    ]),
  );
}
