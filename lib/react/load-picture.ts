import type { Failure } from '../contracts/index.ts';
import { requestHostPermission, sendCommand } from '../extension/index.ts';

/** Loads a picture that an answer names. To be called directly in a click: the browser asks for its host first. */
export async function loadPicture(
  url: string,
): Promise<{ url: string } | { failure: Failure | 'not-allowed' | 'not-loaded' }> {
  if (!(await requestHostPermission(url))) return { failure: 'not-allowed' };
  const reply = await sendCommand({ type: 'load-picture', url });
  if (reply.type === 'picture') return { url: reply.url };
  return { failure: reply.type === 'refused' ? reply.failure : 'not-loaded' };
}
