import type { HostKind } from '../../contracts/host-kind.ts';

/**
 * Whether the same request may succeed a moment later. Takes what fetch rejected with. Node names the cause; browsers say
 * only "Failed to fetch", for a server that is down as for a broken connection. So what is named decides (a reset may pass, a
 * wrong certificate or a refused redirect does not), and else the host: far away the network is often the reason, while near
 * by the server is not running, and will not be in a second.
 */
export function isTransientConnectionError(error: unknown, hostKind: HostKind): boolean {
  const said = wordsOf(error);
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE|other side closed|socket hang up/i.test(said)) return true;
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CERT|\bTLS|\bSSL|self.signed|redirect/i.test(said)) return false;
  return hostKind === 'public';
}

/** Names, codes and messages of an error and its causes. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let each: unknown = error; each instanceof Error && words.length < 30; each = each.cause) {
    words.push(each.name, each.message, 'code' in each ? String(each.code) : '');
  }
  return words.join(' ');
}
