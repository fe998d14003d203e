import type { ToolCall } from '../lib/protocol/tool-call.ts';

/** What is unusual about a call: how it was written, who asked for it, and whether it had to be mended. */
export function ToolMarks({ call }: { call: ToolCall }) {
  return marksOf(call).map(({ text, why }) => (
    <span key={text} className="tool-call-mark" title={why}>
      {text}
    </span>
  ));
}

function marksOf(call: ToolCall): { text: string; why: string }[] {
  const { format, followUpOf } = call;
  return [
    ...(format === null
      ? []
      : [{ text: `by ${format}`, why: `The model wrote this call into its text, in the form “${format}”.` }]),
    ...(followUpOf === null
      ? []
      : [{ text: 'follow-up', why: 'The result before named this call; the model was not asked.' }]),
    ...('repaired' in call && call.repaired
      ? [{ text: 'repaired', why: 'The arguments were no valid JSON; they were mended before use.' }]
      : []),
  ];
}
