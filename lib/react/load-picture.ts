import { requestHostPermission, sendCommand } from '../extension/index.ts';
import { t } from '../i18n/index.ts';

/**
 * Loads a picture of an answer. Call it directly in a click handler, since the browser asks for permission for the host first.
 */
export async function loadPicture(url: string): Promise<{ url: string } | { error: string }> {
  if (!(await requestHostPermission(url))) return { error: t('nothingAskedOf', { host: URL.parse(url)?.host ?? '' }) };
  const reply = await sendCommand({ type: 'load-picture', url });
  if (reply.type === 'picture') return { url: reply.url };
  return { error: reply.type === 'refused' ? reply.failure.message : t('pictureNotLoaded') };
}
