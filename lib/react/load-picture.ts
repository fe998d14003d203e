import { requestHostPermission, sendCommand } from '../extension/index.ts';
import { t } from '../i18n/index.ts';

/** Loads a picture that an answer names. To be called directly in a click: the browser asks for its host first. */
export async function loadPicture(url: string): Promise<{ url: string } | { error: string }> {
  if (!(await requestHostPermission(url))) return { error: t('nothingAskedOf', { host: URL.parse(url)?.host ?? '' }) };
  const reply = await sendCommand({ type: 'load-picture', url });
  if (reply.type === 'picture') return { url: reply.url };
  return { error: reply.type === 'refused' ? reply.failure.message : t('pictureNotLoaded') };
}
