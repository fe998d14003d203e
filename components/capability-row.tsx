import { useId } from 'react';
import type { Capability } from '../lib/protocol/capability.ts';

type Props = {
  capability: Capability | undefined;
  /** The model's family is known to have no place for tools. */
  neverTakesTools: boolean;
  onOverride: (supportsTools: boolean | null) => void;
};

/** Whether a model takes tools natively, why we believe it, and the person's say in it. */
export function CapabilityRow({ capability, neverTakesTools, onOverride }: Props) {
  const id = useId();
  const value = capability?.source === 'user' ? (capability.supportsTools ? 'native' : 'tags') : 'automatic';
  return (
    <div className="field">
      <label htmlFor={id}>Tools</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onOverride(event.target.value === 'automatic' ? null : event.target.value === 'native')}
      >
        <option value="automatic">Automatic</option>
        <option value="native">Native tool calls</option>
        <option value="tags">Tags in the prompt</option>
      </select>
      <p className="hint">{describe(capability, neverTakesTools)}</p>
    </div>
  );
}

function describe(capability: Capability | undefined, neverTakesTools: boolean): string {
  if (capability === undefined || capability.supportsTools === null) {
    if (neverTakesTools) return 'Uses tags in the prompt: models of this family have no tools of their own.';
    const tested = capability?.source === 'probe' ? `A test call left it open: the model ${capability.evidence}. ` : '';
    return `${tested}Native calls are tried first; a server that refuses them gets tags in the same answer.`;
  }
  const mode = capability.supportsTools ? 'native tool calls' : 'tags in the prompt';
  const day = new Date(capability.checkedAt).toLocaleDateString();
  switch (capability.source) {
    case 'user':
      return `Always ${mode}, because you chose so.`;
    case 'reply':
      return `Uses ${mode}: the model ${capability.evidence} (${day}).`;
    case 'error':
      return `Uses ${mode}: the server said “${capability.evidence}” (${day}).`;
    case 'probe':
      return `Uses ${mode}: a test showed it, “${capability.evidence}” (${day}).`;
    case 'listing':
      return `Uses ${mode}: the server’s model list says so (${day}).`;
    case 'catalog':
      return `Uses ${mode}: known of this model.`;
    default:
      return capability.source satisfies never;
  }
}
