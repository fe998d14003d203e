// npm run mcp-conformance: runs the scenarios of @modelcontextprotocol/conformance on the extension's MCP client, in
// Node. The package is installed into `out` the first time, and is not a dependency of the project. Ends with a table,
// and fails if a scenario fails that is not excluded.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCaptured } from './run.ts';

/** A version of the package, and the protocol revision that it tests. */
type Suite = { version: string; revision: string; scenarios: readonly string[] };

/** Authorization according to revision 2025-11-25, which the next revision extends. */
const AUTHORIZATION = [
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
];

const SUITES: readonly Suite[] = [
  {
    // There, 0.1.16 has metadata of a different issuer, which must be refused (RFC 8414 §3.3).
    version: '0.2.0-alpha.12',
    revision: '2025-03-26',
    scenarios: ['auth/2025-03-26-oauth-metadata-backcompat', 'auth/2025-03-26-oauth-endpoint-fallback'],
  },
  {
    version: '0.1.16',
    revision: '2025-06-18',
    scenarios: [
      'initialize',
      'tools_call',
      'auth/token-endpoint-auth-basic',
      'auth/token-endpoint-auth-post',
      'auth/token-endpoint-auth-none',
    ],
  },
  {
    version: '0.1.16',
    revision: '2025-11-25',
    scenarios: ['initialize', 'tools_call', 'sse-retry', 'elicitation-sep1034-client-defaults', ...AUTHORIZATION],
  },
  {
    version: '0.2.0-alpha.12',
    revision: '2026-07-28',
    scenarios: [
      'tools_call',
      'request-metadata',
      'sep-2322-client-request-state',
      'http-standard-headers',
      'http-custom-headers',
      'http-invalid-tool-headers',
      'json-schema-ref-no-deref',
      'json-schema-2020-12-preservation',
      ...AUTHORIZATION,
      'auth/resource-mismatch',
      'auth/offline-access-scope',
      'auth/offline-access-not-supported',
      'auth/authorization-server-migration',
      'auth/iss-supported',
      'auth/iss-not-advertised',
      'auth/iss-supported-missing',
      'auth/iss-wrong-issuer',
      'auth/iss-unexpected',
      'auth/iss-normalized',
      'auth/metadata-issuer-mismatch',
    ],
  },
];

/** Scenarios for functions that the client does not have, and why. */
const LEFT_OUT: readonly [pattern: RegExp, why: string][] = [[/^sep-2640/, 'an extension of the protocol']];

const client = `node ${path.resolve('scripts/mcp-conformance/client.ts')}`;
const rows: string[] = [];
let failed = 0;
for (const suite of SUITES) {
  const folder = await installed(suite.version);
  const tool = path.join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  for (const scenario of suite.scenarios) {
    const options = ['client', '--spec-version', suite.revision, '--command', client, '--scenario', scenario];
    const { code, output } = await runCaptured('node', [tool, ...options], {}, false);
    const [, passed = '0', all = '?'] = /Passed: (\d+)\/(\d+)/.exec(output) ?? [];
    const isGood = code === 0 && /OVERALL: PASSED/.test(output);
    if (!isGood) failed++;
    rows.push(`${suite.revision}  ${scenario.padEnd(36)} ${isGood ? 'passes' : 'FAILS'}  ${passed} of ${all} checks`);
  }
  const { output } = await runCaptured('node', [tool, 'list'], {}, false);
  const known = output.slice(output.indexOf('Client scenarios')).split('Authorization server')[0] ?? '';
  for (const [, scenario = '', revisions = ''] of known.matchAll(/^ {2}- (\S+) \[(.*)\]$/gm)) {
    if (!revisions.split(',').includes(suite.revision) || suite.scenarios.includes(scenario)) continue;
    const why = LEFT_OUT.find(([pattern]) => pattern.test(scenario))?.[1];
    if (why === undefined) failed++;
    rows.push(`${suite.revision}  ${scenario.padEnd(36)} ${why === undefined ? 'NOT TRIED' : `left out: ${why}`}`);
  }
}
console.log(rows.join('\n'));
console.log(`${rows.length} scenarios, ${rows.filter((row) => row.includes(' passes ')).length} pass, ${failed} fail`);
process.exitCode = failed > 0 ? 1 : 0;

/** The folder of this version of the package, which is installed if necessary. */
async function installed(version: string): Promise<string> {
  const folder = path.resolve(`out/mcp-conformance/${version}`);
  if (existsSync(path.join(folder, 'node_modules'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const name = `@modelcontextprotocol/conformance@${version}`;
  const { code, output } = await runCaptured(
    'npm',
    ['install', '--ignore-scripts', '--prefix', folder, name],
    {},
    false,
  );
  if (code !== 0) throw new Error(`${name} could not be installed: ${output.slice(-500)}`);
  return folder;
}
