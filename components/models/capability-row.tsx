import { useId } from 'react';
import type { Capability } from '../../lib/contracts/index.ts';
import { language, t } from '../../lib/i18n/index.ts';
import { evidenceText } from '../parts/evidence-text.ts';

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

/** How a model gets its tools, and why we assume so, in a sentence. `lacksToolSupport`: only its family is known. */
export function toolsSentence(capability: Capability | undefined, neverTakesTools: boolean): string {
  if (capability === undefined || capability.supportsTools === null) {
    if (neverTakesTools) return t('tagsByFamily');
    const tested =
      capability?.source === 'probe' && t('toolsLeftOpen', { evidence: evidenceText(capability.evidence) });
    return [tested, t('toolsUnknown')].filter(Boolean).join(' ');
  }
  const { supportsTools: isNative } = capability;
  const evidence = evidenceText(capability.evidence);
  const day = new Date(capability.checkedAt).toLocaleDateString(language());
  switch (capability.source) {
    case 'user':
      return isNative ? t('nativeByUser') : t('tagsByUser');
    case 'reply':
      return isNative ? t('nativeByReply', { day }) : t('tagsByReply', { day });
    case 'error':
      return isNative ? t('nativeByError', { evidence, day }) : t('tagsByError', { evidence, day });
    case 'probe':
      return isNative ? t('nativeByProbe', { evidence, day }) : t('tagsByProbe', { evidence, day });
    case 'listing':
      return isNative ? t('nativeByListing', { day }) : t('tagsByListing', { day });
    case 'catalog':
      return isNative ? t('nativeByCatalog') : t('tagsByCatalog');
    default:
      return capability.source satisfies never;
  }
}
