import { expect, test } from 'vitest';
import { runSuiteCase, type SuiteOutcome } from '../testing/model-api/suite-outcome.ts';
import { readSuite, suiteBody } from '../testing/model-api/torture-suite.ts';

const isStream = (body: string) => /^(?:data|event|id|retry|:)/.test(body);
/** Inserts a text between all events. */
const between = (body: string, text: string) => body.replaceAll('\n\n', `\n\n${text}`);

/** What servers and proxies add to an event stream, or change in it, without a meaning. */
const VARIATIONS: Record<string, (body: string) => string> = {
  'CRLF line ends': (body) => body.replaceAll(/\r?\n/g, '\r\n'),
  'comments between events': (body) => `: hello\n\n${between(body, ': ping\n\n')}`,
  'comments before data': (body) => body.replaceAll(/^data:/gm, ': ping\ndata:'),
  'events without data': (body) => between(body, 'event: ping\n\n'),
  'empty data': (body) => between(body, 'data:\n\n'),
  'no space after data': (body) => body.replaceAll(/^data: /gm, 'data:'),
  'ids and times to reconnect': (body) => body.replaceAll(/^data:/gm, 'retry: 3000\nid: 5\ndata:'),
  'more blank lines': (body) => between(body, '\n\n'),
  'a byte order mark': (body) => `\uFEFF${body}`,
  'another end after the end': (body) =>
    /\[DONE\]\n\n$/.test(body) ? `${body}data: {no\n\nno\n\ndata: [DONE]\n\n` : body,
};

const cases = readSuite().flatMap((suite) =>
  suite.cases.flatMap((each) => (isStream(suiteBody(suite, each)) ? [{ suite, each }] : [])),
);
const plain = new Map<string, SuiteOutcome>();

test.each(Object.entries(VARIATIONS))('%s in an event stream do not change its outcome', async (_name, change) => {
  for (const { suite, each } of cases) {
    const before = plain.get(each.id) ?? (await runSuiteCase(suite, each));
    plain.set(each.id, before);
    expect(await runSuiteCase(suite, each, (body) => [change(body)]), each.id).toEqual(before);
  }
});
