import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sendJson } from '../../lib/testing/model-api/raw-server.ts';
import { makeCertificate } from './certificate.ts';
import { streamChunks, textChunks } from './model-server.ts';

export const OPENROUTER_KEY = 'sk-or-v1-end-to-end';
export const OPENROUTER_ANSWER = 'Signed in and answering.';

/**
 * The behaviour of the sign-in page: it redirects back immediately, like for a user who has agreed before, or with an
 * error.
 */
export type SignInAnswer = 'code' | 'declined' | 'other-address';

export type OpenRouter = Awaited<ReturnType<typeof startOpenRouter>>;

/** A service that behaves like OpenRouter, under its name, behind a proxy on this machine. */
export async function startOpenRouter() {
  const folder = mkdtempSync(path.join(tmpdir(), 'sidenote-sign-in-'));
  const seen = {
    answer: 'code' as SignInAnswer,
    exchanges: [] as { code: string; verifier: string; isMine: boolean }[],
    /** The keys and models of the model requests. */
    keys: [] as string[],
    models: [] as string[],
  };
  let challenge = '';
  const service = createSecureServer(makeCertificate(folder), async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const url = new URL(request.url ?? '', 'https://openrouter.ai');
    switch (url.pathname) {
      case '/auth': {
        challenge = url.searchParams.get('code_challenge') ?? '';
        const callback = new URL(url.searchParams.get('callback_url') ?? '');
        if (seen.answer === 'other-address') callback.pathname = '/openrouter/guessed';
        callback.search = seen.answer === 'declined' ? '?error=access_denied' : '?code=c0de';
        response.writeHead(302, { location: callback.href }).end();
        return;
      }
      case '/api/v1/auth/keys': {
        const { code, code_verifier: verifier } = JSON.parse(body);
        const isMine = createHash('sha256').update(verifier).digest('base64url') === challenge;
        seen.exchanges.push({ code, verifier, isMine });
        return void (isMine
          ? sendJson(response, 200, { key: OPENROUTER_KEY })
          : sendJson(response, 403, { error: { code: 403 } }));
      }
      case '/api/v1/models':
        return void sendJson(response, 200, {
          data: ['acme/swift', 'openrouter/auto'].map((id) => ({ id, supported_parameters: ['tools'] })),
        });
      default:
        seen.keys.push(request.headers.authorization ?? '');
        seen.models.push(JSON.parse(body).model);
        await streamChunks(response, textChunks(OPENROUTER_ANSWER));
    }
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const proxy = createServer((_request, response) => void response.writeHead(502).end());
  proxy.on('connect', (request, socket) => {
    socket.on('error', () => undefined);
    if (request.url !== 'openrouter.ai:443') return void socket.end('HTTP/1.1 502 Not here\r\n\r\n');
    const tunnel = connect((service.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    tunnel.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    proxyPort: (proxy.address() as AddressInfo).port,
    close() {
      for (const each of [proxy, service]) {
        each.closeAllConnections();
        each.close();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
