import type { Failure } from '../contracts/index.ts';
import { requestHostPermission, sendCommand } from '../extension/index.ts';

/**
 * Loads a picture of an answer. Call it directly in a click handler, since the browser asks for permission for the host first.
 */
export async function loadPicture(
  url: string,
): Promise<{ url: string } | { failure: Failure | 'not-allowed' | 'not-loaded' }> {
  if (!(await requestHostPermission(url))) return { failure: 'not-allowed' };
  const reply = await sendCommand({ type: 'load-picture', url });
  if (reply.type === 'picture') return { url: reply.url };
  return { failure: reply.type === 'refused' ? reply.failure : 'not-loaded' };
}
