import { afterEach, describe, expect, test } from 'vitest';
import { closeSignInServers, startSignIn } from '../../testing/mcp/sign-in-world.ts';
import type { SignInTokens } from './oauth-client.ts';

afterEach(closeSignInServers);

describe('an access token', () => {
  test('that has ended is renewed before it is used, and each refresh token is used once', async () => {
    const { call, auth, clock, stored, ...rest } = await startSignIn({ expiresIn: 60 });
    const before = await rest.signIn();
    await call();
    clock.now += 40_000;
    await Promise.all([call(), call(), call()]);
    expect(auth.tokenRequests).toHaveLength(2);
    expect(stored.tokens?.refreshToken).not.toBe(before.refreshToken);
    expect(stored.tokens?.accessToken).not.toBe(before.accessToken);
  });

  test('that is refused is renewed, and the request is sent again', async () => {
    const { call, auth, mcp, ...rest } = await startSignIn();
    await rest.signIn();
    await call();
    auth.expire();
    await Promise.all([call(), call()]);
    expect(auth.tokenRequests).toHaveLength(2);
    expect(mcp.messages.filter(({ method }) => method === 'tools/call')).toHaveLength(3);
  });

  test('that cannot be renewed asks for a sign-in, without a window', async () => {
    const { call, auth, shown, stored, ...rest } = await startSignIn();
    await rest.signIn();
    auth.expire(true);
    await expect(call()).rejects.toMatchObject({ code: 'mcp-sign-in' });
    expect(shown).toHaveLength(1);
    expect(stored.tokens?.refreshToken).toBeNull();
    expect(stored.request).not.toBeNull();
    await rest.signIn();
    await call();
    expect(auth.registrations).toHaveLength(1);
  });

  test('is taken over if another process has renewed it in the meantime, so that a refresh token is not sent twice', async () => {
    const { call, auth, clock, stored, createAccessToken, ...rest } = await startSignIn({ expiresIn: 60 });
    const before = await rest.signIn();
    clock.now += 40_000;
    await call();
    const loaded = [before];
    const late = createAccessToken(() => loaded.pop() ?? stored.tokens);
    expect(await late.headers()).toEqual({ authorization: `Bearer ${stored.tokens?.accessToken}` });
    expect(auth.tokenRequests).toHaveLength(2);
  });

  test('that another has renewed when the refresh token is refused is taken, and the user stays signed in', async () => {
    let newer: SignInTokens | null = null;
    const { clock, stored, createAccessToken, ...rest } = await startSignIn({
      expiresIn: 60,
      token: (_, response) => {
        if (newer === null) return false;
        stored.tokens = newer;
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
        return true;
      },
    });
    newer = { ...(await rest.signIn()), accessToken: 'newer' };
    clock.now += 40_000;
    expect(await createAccessToken(() => stored.tokens).headers()).toEqual({ authorization: 'Bearer newer' });
    expect(stored.tokens).toBe(newer);
  });

  test('is kept if the authorization server cannot be reached', async () => {
    const { call, auth, stored, clock, ...rest } = await startSignIn({ expiresIn: 60 });
    const tokens = await rest.signIn();
    clock.now += 60_000;
    await auth.close();
    await expect(call()).rejects.toMatchObject({ code: 'mcp-unreachable' });
    expect(stored.tokens).toEqual(tokens);
  });

  test('is not sent to an endpoint that was stored with a private address', async () => {
    const { call, stored, sent, clock, ...rest } = await startSignIn({ expiresIn: 60 });
    const tokens = await rest.signIn();
    stored.tokens = { ...tokens, tokenEndpoint: 'http://192.168.1.1/token' };
    clock.now += 60_000;
    await expect(call()).rejects.toMatchObject({ code: 'mcp-unreachable' });
    expect(sent.some((address) => address.includes('192.168'))).toBe(false);
  });
});
