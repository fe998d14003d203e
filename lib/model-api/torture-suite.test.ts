import { describe, expect, test } from 'vitest';
import { comparedParts, runSuiteCase } from '../testing/model-api/suite-outcome.ts';
import { readSuite } from '../testing/model-api/torture-suite.ts';

const suites = readSuite();

test('the suite has at least 400 cases, each with a source and a unique id', () => {
  const cases = suites.flatMap((suite) => suite.cases);
  expect(cases.length).toBeGreaterThanOrEqual(400);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  const bodies = suites.flatMap((suite) =>
    suite.cases.map(({ body, text }) => JSON.stringify([suite.interface, body, text])),
  );
  expect(new Set(bodies).size).toBe(bodies.length);
});

describe.each(suites)('$about', (suite) => {
  test.each(suite.cases)('$id: $title', async (each) => {
    for (const cut of [(body: string) => [body], (body: string) => [...body]]) {
      const outcome = await runSuiteCase(suite, each, cut);
      expect(comparedParts(outcome, each)).toEqual(each.want);
    }
  });
});
