// npm run real-servers [-- llama-cpp|llmock|ollama|litellm …]: has a chat of two questions with third-party servers,
// over each of their interfaces, with every tool offered: those for pages, the web, and those of an MCP server. Fails
// if a question ends in a way that a user would not want. Servers that are not available are skipped and reported.
import { closeMcpRunServers, setUp } from '../lib/testing/mcp/mcp-run.ts';
import { askTwice } from './real-servers/chat.ts';
import { startLitellm } from './real-servers/litellm.ts';
import { startLlamaBuilds } from './real-servers/llama-cpp.ts';
import { startLlmock } from './real-servers/llmock.ts';
import { MCP_TOOLS } from './real-servers/mcp-tools.ts';
import { startEachOllama } from './real-servers/ollama.ts';
import type { StartedServer } from './real-servers/started-server.ts';

const SERVERS: Record<string, () => AsyncGenerator<StartedServer>> = {
  'llama-cpp': startLlamaBuilds,
  llmock: startLlmock,
  ollama: startEachOllama,
  litellm: startLitellm,
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => SERVERS[name] === undefined);
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${Object.keys(SERVERS).join(', ')}.`);
  process.exit(2);
}

const { tools } = await setUp({ tools: MCP_TOOLS });
const mcp = tools();
let passed = 0;
let failed = 0;
let skipped = 0;
for (const name of requested.length > 0 ? requested : Object.keys(SERVERS)) {
  for await (const server of SERVERS[name]?.() ?? []) {
    if ('missing' in server) {
      skipped++;
      console.log(`skipped: ${server.name}: ${server.missing}`);
      continue;
    }
    try {
      const answers = await askTwice(server.address, ['When is high water?', 'And low water?'], mcp);
      for (const [index, { problem, toolMode, calls, text }] of answers.entries()) {
        if (problem === null) passed++;
        else failed++;
        const end = problem === null ? `ok, ${calls} calls, ${text.length} characters` : `FAILED: ${problem}`;
        console.log(`${server.name}, question ${index + 1} (${toolMode}): ${end}`);
      }
    } catch (error) {
      failed++;
      console.log(`${server.name}: FAILED: ${error}`);
    }
  }
}
await closeMcpRunServers();
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
// A started server may keep its pipes open.
process.exit(failed === 0 ? 0 : 1);
