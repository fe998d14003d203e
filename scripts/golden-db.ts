// npm run golden-db: fills a database with the current code, and writes all of it to lib/testing/storage/golden, once
// per version of the schema. The dumps of earlier versions were created in the same way by the code of their time.
// Never create them again, since they represent what is on users' disks.
import '../lib/testing/english.ts';
import 'fake-indexeddb/auto';
import { existsSync, writeFileSync } from 'node:fs';
import { label } from '../lib/contracts/tool-output.ts';
import { overrideCapability, recordObservation } from '../lib/storage/capabilities.ts';
import { openDb } from '../lib/storage/db.ts';
import { saveDraft } from '../lib/storage/drafts.ts';
import { saveEndpoint } from '../lib/storage/endpoints.ts';
import { saveMcpServer } from '../lib/storage/mcp-servers.ts';
import { keepMemory } from '../lib/storage/memories.ts';
import { addProjectFile, moveThread, saveProject } from '../lib/storage/projects.ts';
import { createDatabaseThreadLog } from '../lib/storage/thread-log.ts';
import { saveApiKey, sessionMemory } from '../lib/storage/wrapping-key.ts';
import { askQuestion, runToEnd, scenarioDependencies } from '../lib/testing/agent/crash-scenario.ts';
import { dumpDb } from '../lib/testing/storage/golden-db.ts';

const DAY = Date.parse('2026-01-01T00:00:00Z');
const URL = 'https://api.example.com/v1';

let clock = DAY;
const now = () => ++clock;
const db = openDb('golden');
const log = createDatabaseThreadLog(db, now);
const ask = (threadId: string, content: string) =>
  log.append(
    threadId,
    [
      { type: 'user-message', messageId: `${threadId}-question`, content },
      {
        type: 'run-start',
        runId: `${threadId}-run`,
        messageId: `${threadId}-question`,
        model: { endpointId: 'hosted', modelId: 'plain' },
        tabId: 7,
        page: { title: 'Tides', url: 'https://example.org/tides' },
        maxSteps: 12,
      },
    ],
    null,
  );

// A finished run with tools, a stopped one, and one during which the browser was killed.
await askQuestion(log);
await runToEnd(log, scenarioDependencies(log, { sent: [] }, true));
const stats = { ms: 5, steps: 1, toolCalls: 0 };
await ask('stopped', 'Why are there two tides a day?');
await log.append(
  'stopped',
  [
    { type: 'step-start', stepId: 'stopped-run:0', toolMode: 'native' },
    { type: 'text-delta', delta: 'Because the moon ' },
    { type: 'run-end', outcome: { type: 'incomplete', reason: 'cancelled' }, stats },
  ],
  'stopped-run',
);
await ask('open', '東京の天気は？');
await log.append('open', [{ type: 'step-start', stepId: 'open-run:0', toolMode: 'tags' }], 'open-run');
await log.append('open', [{ type: 'text-delta', delta: 'It is ' }], 'open-run');
// Notices and failures of a run, stored as codes.
await ask('failed', 'Take a picture of the page.');
await log.append(
  'failed',
  [
    { type: 'step-start', stepId: 'failed-run:0', toolMode: 'native' },
    { type: 'step-notice', notice: { code: 'shortened', what: 'results' } },
    { type: 'tool-input-start', toolCallId: 'picture', toolName: 'capture_page' },
    { type: 'tool-input-available', toolCallId: 'picture', input: {}, repaired: false },
    { type: 'step-end', finishReason: 'tool-calls' },
    { type: 'tool-approval-request', toolCallId: 'picture', request: { type: 'effect', reason: label('askCapture') } },
    { type: 'tool-approval-response', toolCallId: 'picture', approved: true },
    { type: 'tool-output-start', toolCallId: 'picture' },
    { type: 'tool-progress', toolCallId: 'picture', progress: { label: label('progressCapture') } },
    { type: 'tool-output-error', toolCallId: 'picture', errorText: 'The tab was closed.', code: 'tab-gone', ms: 3 },
    { type: 'step-start', stepId: 'failed-run:1', toolMode: 'native' },
    {
      type: 'step-notice',
      notice: { code: 'waiting', model: 'plain', seconds: 4, cause: 'rate-limit' },
    },
    {
      type: 'run-end',
      outcome: {
        type: 'error',
        failure: {
          code: 'rate-limit',
          reason: { type: 'too-many-requests', host: 'api.example.com' },
          detail: 'slow down',
          retryable: true,
        },
      },
      stats,
    },
  ],
  'failed-run',
);
await saveDraft(db, 'stopped', 'and what about');
await saveEndpoint(db, {
  endpointId: 'hosted',
  name: 'Hosted',
  baseUrl: URL,
  models: ['plain', 'big'],
  createdAt: DAY,
});
await saveApiKey(db, 'hosted', 'https://api.example.com', 'sk-golden-1234', sessionMemory());
await recordObservation(
  db,
  { endpointId: 'hosted', modelId: 'plain' },
  URL,
  { type: 'tools', supportsTools: false, source: 'error', evidence: 'this model does not support tools' },
  DAY,
);
await overrideCapability(db, { endpointId: 'hosted', modelId: 'big' }, URL, true, DAY);
await saveMcpServer(db, {
  serverId: 'weather',
  name: 'Weather',
  url: 'https://weather.example/mcp',
  header: 'Authorization',
  isOn: true,
  isTrustedToRead: false,
  tools: [],
  createdAt: DAY,
});
await saveProject(db, {
  projectId: 'tides',
  name: 'Tides',
  instructions: 'Answer for a sailor.',
  model: { endpointId: 'hosted', modelId: 'big' },
  web: true,
  ownData: false,
  mcpServers: ['weather'],
  createdAt: DAY,
});
await moveThread(db, 'stopped', 'tides');
await addProjectFile(db, { fileId: 'table', projectId: 'tides', name: 'table.md', text: 'High water at 14:20.' });
await keepMemory(db, {
  memoryId: 'bern',
  text: 'I live in Bern',
  projectId: 'tides',
  origin: { type: 'question', threadId: 'stopped' },
  isOn: true,
  createdAt: DAY,
});
await db.metrics.add({ type: 'run', at: DAY, model: null, outcome: 'complete', ms: 5, steps: 1 });

// `v3.json` dates from a time when the log contained sentences instead of codes.
const file = `lib/testing/storage/golden/v${db.verno}${db.verno === 3 ? '-codes' : ''}.json`;
if (existsSync(file)) console.log(`${file} is there already. Delete it first if this version has not been shipped.`);
else writeFileSync(file, `${JSON.stringify(await dumpDb(db), null, 1)}\n`);
db.close();
