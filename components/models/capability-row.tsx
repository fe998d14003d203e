import { useId } from 'react';
import type { Capability } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { toolsSentence } from './tool-support-labels.ts';

type Props = {
  capability: Capability | undefined;
  /** Whether the model's family is known not to support tools. */
  neverTakesTools: boolean;
  onOverride: (supportsTools: boolean | null) => void;
};

/** Whether a model supports native tools, why we assume so, and a choice to override it. */
export function CapabilityRow({ capability, neverTakesTools, onOverride }: Props) {
  const id = useId();
  const value = capability?.source === 'user' ? (capability.supportsTools ? 'native' : 'tags') : 'automatic';
  return (
    <div className="field">
      <label htmlFor={id}>{t('tools')}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onOverride(event.target.value === 'automatic' ? null : event.target.value === 'native')}
      >
        <option value="automatic">{t('automatic')}</option>
        <option value="native">{t('nativeCalls')}</option>
        <option value="tags">{t('tagsInPrompt')}</option>
      </select>
      <p className="hint">{toolsSentence(capability, neverTakesTools)}</p>
    </div>
  );
}
