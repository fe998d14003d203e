// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import type { AttachedFile } from '../contracts/index.ts';
import type { Stores } from '../storage/index.ts';
import { render } from '../testing/render-component.tsx';
import type { DraftFiles } from './use-draft.ts';
import { type McpContentState, useMcpContent } from './use-mcp-content.ts';

const PROMPT = { text: 'Write a haiku.', files: [] };
const arrival = vi.hoisted(() => Promise.withResolvers<{ text: string; files: never[] }>());
vi.mock('../extension/index.ts', () => ({ getMcpContent: () => arrival.promise, promptNameIn: () => null }));
vi.mock('./use-config.ts', () => ({ useMcpServers: () => [] }));

test('a prompt that arrives is inserted into the current text, not the text at the time when it was chosen', async () => {
  const attached: AttachedFile[] = [];
  const files = {
    files: [],
    add: async (file: AttachedFile) => void attached.push(file),
    attach: async () => undefined,
  } as unknown as DraftFiles;
  const seen: string[] = [];
  let state: McpContentState | null = null;
  const Field = ({ text }: { text: string }) => {
    state = useMcpContent({} as Stores, files, () => seen.push(text));
    return null;
  };
  const server = { serverId: 's', name: 'Poems', url: 'https://poems.example/mcp' };
  const prompt = { name: 'haiku', title: 'Haiku', description: '', arguments: [] };
  const { rerender } = await render(<Field text="" />);
  await act(async () => state?.choose({ server, prompt } as never));
  await rerender(<Field text="In German" />);
  await act(async () => arrival.resolve(PROMPT));
  expect(attached).toMatchObject([{ type: 'prompt', text: 'Write a haiku.' }]);
  expect(seen).toEqual(['In German']);
});
