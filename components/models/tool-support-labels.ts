import type { Capability } from '../../lib/contracts/index.ts';
import { language, t } from '../../lib/i18n/index.ts';
import { evidenceText } from '../parts/evidence-text.ts';

/** How a model gets its tools, and why we believe it, in a sentence. `lacksToolSupport`: nothing but its family is known. */
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
