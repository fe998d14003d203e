import { MEMORY_LIMITS, type MemoryError } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';

/**
 * Returns why a sentence is not kept. '' if no message is needed, because there is no sentence or the field corrects
 * it.
 */
export function memoryErrorText(error: MemoryError, text: string): string {
  switch (error) {
    case 'empty':
    case 'hidden':
      return '';
    case 'too-long':
      return t('memoryTooLong', { count: text.length, most: MEMORY_LIMITS.text });
    case 'secret':
      return t('memorySecret');
    case 'too-many':
      return t('memoryTooMany', { most: MEMORY_LIMITS.memories });
    case 'duplicate':
      return t('memoryDuplicate');
    default:
      return error satisfies never;
  }
}
