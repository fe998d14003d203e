import { useRef, useState } from 'react';
import {
  bytesOf,
  type McpContentRequest,
  type McpErrorCode,
  type McpPrompt,
  type McpResource,
  type McpServer,
} from '../contracts/index.ts';
import { getMcpContent, promptNameIn } from '../extension/index.ts';
import type { SidenoteDb } from '../storage/index.ts';
import { useMcpServers } from './use-config.ts';
import type { DraftFiles } from './use-draft.ts';

/** A prompt of a server, and the server as it was when the user chose it. */
export type ServerPrompt = { server: McpServer; prompt: McpPrompt };

export type McpContentState = {
  /** The prompts of servers that match the field's text: `/` and the beginning of their name, or of the server's. */
  promptsFor: (field: string) => readonly ServerPrompt[];
  /** The prompt whose arguments the user is entering. */
  asked: ServerPrompt | null;
  isLoading: boolean;
  /** Why the last prompt or resource could not be had. */
  error: McpErrorCode | null;
  choose: (chosen: ServerPrompt) => void;
  /** Gets the chosen prompt with these arguments. */
  get: (entered: Record<string, string>) => void;
  cancel: () => void;
  attachResource: (server: McpServer, resource: McpResource) => void;
};

/**
 * What MCP servers offer for the next question. Nothing is sent until the user chooses something; what comes is attached, so that
 * the user sees it before it is sent. `onPrompt` is called when a prompt was attached.
 */
export function useMcpContent(db: SidenoteDb, files: DraftFiles, onPrompt: () => void): McpContentState {
  const servers = useMcpServers(db).filter(({ isOn }) => isOn);
  const [asked, setAsked] = useState<ServerPrompt | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const [error, setError] = useState<McpErrorCode | null>(null);
  const pending = useRef<AbortController | null>(null);

  async function load(server: McpServer, request: McpContentRequest, name: string): Promise<void> {
    const controller = new AbortController();
    pending.current = controller;
    setError(null);
    setIsLoading(true);
    const content = await getMcpContent(request, controller.signal);
    if (content === null) return;
    setIsLoading(false);
    if (typeof content === 'string') return setError(content);
    setAsked(null);
    const source = { name: server.name, url: server.url };
    if (content.text !== '') await files.add({ type: 'prompt', name, text: content.text, source });
    await files.attach(
      content.files.map((file) => new File([bytesOf(file.data)], file.name)),
      source,
    );
    if (request.type === 'prompt') onPrompt();
  }

  function loadPrompt({ server, prompt }: ServerPrompt, entered: Record<string, string>): void {
    const { serverId } = server;
    void load(server, { type: 'prompt', serverId, name: prompt.name, arguments: entered }, prompt.title);
  }

  function cancel(): void {
    pending.current?.abort();
    setIsLoading(false);
    setError(null);
    setAsked(null);
  }

  return {
    promptsFor(field) {
      const typed = promptNameIn(field);
      if (typed === null) return [];
      const matches = (name: string) => name.toLowerCase().startsWith(typed);
      return servers.flatMap((server) =>
        (server.prompts ?? [])
          .filter((prompt) => matches(prompt.name) || matches(server.name))
          .map((prompt) => ({ server, prompt })),
      );
    },
    asked,
    isLoading,
    error,
    choose(chosen) {
      cancel();
      if (chosen.prompt.arguments.length > 0) setAsked(chosen);
      else loadPrompt(chosen, {});
    },
    get(entered) {
      if (asked !== null) loadPrompt(asked, entered);
    },
    cancel,
    attachResource(server, { uri, name }) {
      cancel();
      void load(server, { type: 'resource', serverId: server.serverId, uri }, name);
    },
  };
}
