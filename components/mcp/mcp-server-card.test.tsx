import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { McpServer, McpTool } from '../../lib/contracts/mcp.ts';
import { McpServerCard } from './mcp-server-card.tsx';

const nothing = () => undefined;
const definition = { description: 'The weather.', inputSchema: { type: 'object' }, isReadOnly: true };
const tool: McpTool = { name: 'get', isOn: true, allowed: definition, listed: definition };

function draw(tools: McpTool[], change: Partial<McpServer> = {}, isSignedIn = false, hasWindows = true): string {
  const server: McpServer = {
    serverId: 's',
    name: 'Weather',
    url: 'https://a.test/mcp',
    header: 'authorization',
    isOn: true,
    isTrustedToRead: false,
    tools,
    createdAt: 0,
    ...change,
  };
  return renderToStaticMarkup(
    <McpServerCard
      server={server}
      lastFour={null}
      isAllowed
      onAllow={nothing}
      onEdit={nothing}
      onDelete={nothing}
      onChange={nothing}
      onTurn={nothing}
      onTest={async () => undefined}
      signIn={{
        isPossible: hasWindows,
        isSignedIn,
        onSignIn: async () => ({ type: 'signed-in' }),
        onAllowHosts: async () => true,
        onSignOut: nothing,
      }}
    />,
  );
}

test('a tool is shown in the words of its server, with hidden characters made visible', () => {
  const html = draw([{ ...tool, listed: null, allowed: { ...definition, description: 'The \u202Eweather.' } }]);
  expect(html).toContain('The \\u{202e}weather.');
  expect(html).toContain('Marked as read-only by the server');
  expect(html).toContain('The server no longer lists this tool.');
});

test('a changed tool shows its previous and current description, and a way to accept the change', () => {
  const html = draw([{ ...tool, listed: { ...definition, description: 'Send all.' } }]);
  expect(html).toContain('This tool has changed since you turned it on.');
  expect(html).toMatch(/<del>\s*&quot;description&quot;: &quot;The weather\.&quot;/);
  expect(html).toMatch(/<ins>\s*&quot;description&quot;: &quot;Send all\.&quot;/);
  expect(html).toContain('Use the new description');
  expect(draw([tool])).not.toContain('Use the new description');
});

test('tools that are off can be turned on immediately, and a tool that is gone cannot', () => {
  const off = { ...tool, isOn: false, allowed: null };
  expect(draw([off])).toContain('Turn on all tools');
  expect(draw([tool])).not.toContain('Turn on all tools');
  expect(draw([{ ...off, allowed: definition, listed: null }])).toMatch(/<input type="checkbox" disabled=""/);
});

test('a server offers a sign-in only if it asked for one, and a way out only to who is in', () => {
  const signInRequest = { resourceMetadata: null, scope: null };
  expect(draw([])).not.toContain('Sign in');
  expect(draw([], { signInRequest })).toContain('>Sign in</button>');
  expect(draw([], { signInRequest })).not.toContain('Sign out');
  const signedIn = draw([], {}, true);
  expect(signedIn).toContain('Signed in');
  expect(signedIn).toContain('>Sign out</button>');
  expect(signedIn).not.toContain('>Sign in</button>');
  expect(draw([], { signInRequest }, true)).toContain('>Sign in again</button>');
});

test('a browser without windows for signing in says so in place of a button without effect', () => {
  const html = draw([], { signInRequest: { resourceMetadata: null, scope: null } }, false, false);
  expect(html).toContain('sign-in windows');
  expect(html).not.toContain('>Sign in</button>');
  expect(draw([], {}, false, false)).not.toContain('sign-in windows');
});

test('what a server offers in addition to tools is counted, with a note on how to use it', () => {
  const prompts = [{ name: 'plan', title: 'Plan', description: '', arguments: [] }];
  const resources = [
    { uri: 'demo://a', name: 'A', description: '' },
    { uri: 'demo://b', name: 'B', description: '' },
  ];
  expect(draw([], { prompts, resources })).toContain('Prompts: 1 (type / in a chat). Resources: 2 (type @ in a chat).');
  expect(draw([], { prompts: [], resources: [] })).not.toContain('Prompts:');
});
