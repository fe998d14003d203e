import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

type Step = { uses?: string; run?: string; with?: Record<string, unknown>; env?: Record<string, string> };
type Job = { permissions?: Record<string, string>; steps: Step[]; 'timeout-minutes'?: number; environment?: string };
type Workflow = { on: Record<string, unknown>; permissions?: Record<string, string>; jobs: Record<string, Job> };

const FOLDER = '.github/workflows';
const files = readdirSync(FOLDER);

/** Workflows that may write, and what for. All others only read. */
const WRITES = [
  'release.yml attest attestations',
  'release.yml attest id-token',
  'release.yml engine id-token',
  'release.yml pages contents',
  'release.yml release contents',
];

/** CI also runs actionlint, which checks syntax and expressions. These tests check the rest. */
describe.each(files)('%s', (file) => {
  const text = readFileSync(path.join(FOLDER, file), 'utf8');
  const workflow = parse(text) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([name, job]) => job.steps.map((step) => ({ name, job, step })));

  test('names every action by its full hash, with the version next to it', () => {
    const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('gives no permission that a job does not need', () => {
    expect(workflow.permissions).toBeDefined();
    const writes = jobs.flatMap(([name, job]) =>
      Object.entries({ ...workflow.permissions, ...job.permissions })
        .filter(([, level]) => level !== 'read')
        .map(([scope]) => `${file} ${name} ${scope}`),
    );
    for (const each of writes) expect(WRITES).toContain(each);
  });

  test('leaves no token in the folder, and ends every job', () => {
    for (const { step } of steps) {
      if (step.uses?.startsWith('actions/checkout@')) expect(step.with?.['persist-credentials']).toBe(false);
    }
    for (const [, job] of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });

  test('puts nothing that others write into a script', () => {
    for (const { step } of steps) expect(step.run ?? '').not.toMatch(/\$\{\{/);
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
  });

  test('hands secrets only to jobs of the environment that guards them', () => {
    for (const { job, step } of steps) {
      if (JSON.stringify(step).includes('secrets.')) expect(job.environment).toBe('stores');
    }
    if (file !== 'release.yml') expect(text).not.toContain('secrets.');
  });
});

test('one version of each action is used everywhere', () => {
  const all = files.flatMap((file) => [
    ...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(/uses: ([^@]+)@(\S+)/g),
  ]);
  const versions = new Map<string, Set<string>>();
  for (const [, action = '', hash = ''] of all) versions.set(action, (versions.get(action) ?? new Set()).add(hash));
  for (const [action, hashes] of versions) expect([action, hashes.size]).toEqual([action, 1]);
});

test('the browsers that are tried include the oldest that the manifests name', async () => {
  const { default: config } = await import('../wxt.config.ts');
  const ci = parse(readFileSync(path.join(FOLDER, 'ci.yml'), 'utf8'));
  const versions = ci.jobs.browsers.strategy.matrix.include.map((each: { version: string }) => each.version);
  const manifest = config.manifest as (env: object) => {
    minimum_chrome_version: string;
    browser_specific_settings: { gecko: { strict_min_version: string } };
  };
  expect(versions).toContain(manifest({ browser: 'chrome', mode: 'production' }).minimum_chrome_version);
  const { gecko } = manifest({ browser: 'firefox', mode: 'production' }).browser_specific_settings;
  expect(versions).toContain(`stable_${gecko.strict_min_version}`);
});
