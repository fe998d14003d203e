// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { McpCheck, McpServer } from '../../lib/contracts/index.ts';
import { render } from '../../lib/testing/render-component.tsx';
import { McpServerCard } from './mcp-server-card.tsx';

const SERVER: McpServer = {
  serverId: 's',
  name: 'Weather',
  url: 'https://a.test/mcp',
  header: 'authorization',
  isOn: true,
  isTrustedToRead: false,
  tools: [],
  createdAt: 0,
};
const nothing = () => undefined;

async function card(testsAtOnce: boolean, check: McpCheck) {
  const { host } = await render(
    <McpServerCard
      server={SERVER}
      lastFour={null}
      isAllowed
      testsAtOnce={testsAtOnce}
      onAllow={nothing}
      onEdit={nothing}
      onDelete={nothing}
      onChange={nothing}
      onTurn={nothing}
      onTest={async (onCheck) => onCheck(check)}
      signIn={{
        isPossible: true,
        isSignedIn: false,
        onSignIn: async () => ({ type: 'signed-in' }),
        onAllowHosts: async () => true,
        onSignOut: nothing,
      }}
    />,
  );
  return [...host.querySelectorAll('.checks li')].map((line) => line.textContent);
}

const BLOCKED: McpCheck = { check: 'connection', isOk: false, code: 'mcp-auth', status: 403, words: 'Access denied' };

test('a server that was just added immediately shows why it cannot be used, in its words', async () => {
  const [line] = await card(true, BLOCKED);
  expect(line).toContain('refused access');
  expect(line).toContain('The server says: Access denied');
});

test('other servers are tested on a click', async () => {
  expect(await card(false, BLOCKED)).toEqual([]);
});
