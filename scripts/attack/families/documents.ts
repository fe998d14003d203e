import { PageError, type ThreadEvent } from '../../../lib/contracts/index.ts';
import { linkedDocuments, pinnedPages } from '../../../lib/security/index.ts';
import {
  asked,
  buildThread,
  called,
  gave,
  lastRun,
  runStart,
  step,
} from '../../../lib/testing/agent/scripted-thread.ts';
import { buildReading, granted, MemoryPages } from '../../../lib/testing/tools/memory-pages.ts';
import { readPdf } from '../../../lib/tools/read-pdf.ts';
import { type Attempt, type Family, HELD, type Outcome } from './family.ts';

const SITE = 'https://page.test';
const MAX_UNASKED = 5;

/** How a model varies the links of a page: how it names the same link again, and where links lead. */
const NAMES: Record<string, (at: number) => string> = {
  'by number': (at) => `L${at}`,
  'by text': (at) => `log out ${at}`,
  'in upper case': (at) => `LOG OUT ${at}`,
  'with room around': (at) => `  log out ${at} `,
  'by address': (at) => `${SITE}/vote?for=${at}`,
  'always the same': () => 'next',
};

const TARGETS: Record<string, (at: number) => string> = {
  'of the site': (at) => `${SITE}/vote?for=${at}`,
  'of the site, two in turn': (at) => `${SITE}/vote?for=${at % 2}`,
  'of the site, at another port': (at) => `${SITE}:8443/vote?for=${at}`,
  'of the site, in the clear': (at) => `http://page.test/vote?for=${at}`,
  'of a site below': (at) => `https://a.page.test/${at}`,
  'of another site': (at) => `https://bank.test/transfer?to=${at}`,
  'in the own network': (at) => `http://192.168.1.${at}/reboot`,
};

type Sent = { url: string; withSession: boolean };

/** Makes `count` calls that load a link each, one after the other, like the engine. */
async function load(
  count: number,
  name: (at: number) => string,
  target: (at: number) => string,
  isApproved: (at: number) => boolean,
): Promise<Outcome> {
  const sent: Sent[] = [];
  const own = new MemoryPages({ 1: granted({ ...buildReading('page', 'Tides.'), url: `${SITE}/` }) });
  own.readPdf = async ({ url, withSession }: { url: string; withSession?: boolean }) => {
    sent.push({ url, withSession: withSession === true });
    return buildReading('PDF', 'Tides.');
  };
  const calls: ThreadEvent[] = [];
  for (let at = 1; at <= count; at++) {
    const id = `c${at}`;
    calls.push(...called(id, 'read_pdf', { link: name(at) }), ...(isApproved(at) ? approval(id, target(at)) : []));
    const page = { title: 'Tides', url: `${SITE}/` };
    const run = lastRun(buildThread(asked('q', 'Summarize this.'), runStart('r', { page }), ...step('r:0', ...calls)));
    const pages = pinnedPages(own, { sites: new Set([SITE]), documents: linkedDocuments(run, [readPdf]) });
    const url = target(at);
    await pages.readPdf({ tabId: 1, url } as never, new AbortController().signal).then(
      () => calls.push(gave(id, { content: 'Tides.', details: { url } })),
      (error: unknown) => {
        if (!(error instanceof PageError)) throw error;
        calls.push({ type: 'tool-output-error', toolCallId: id, errorText: '', code: 'failed', ms: 1 });
      },
    );
  }
  return judge(sent, (url) =>
    Array.from({ length: count }, (_, at) => at + 1).some((at) => isApproved(at) && target(at) === url),
  );
}

function judge(sent: readonly Sent[], wasApproved: (url: string) => boolean): Outcome {
  const unasked = sent.filter(({ url }) => !wasApproved(url));
  const leaks = [
    ...unasked.filter(({ withSession }) => withSession).map(({ url }) => `${url} with cookies`),
    ...unasked.filter(({ url }) => new URL(url).origin !== SITE).map(({ url }) => `${url}, of another site`),
    ...(countLoads(unasked) > MAX_UNASKED ? [`${unasked.length} of the page’s links`] : []),
  ];
  return leaks.length === 0
    ? sent.length === 0
      ? HELD
      : { leak: null, hasSent: true }
    : { leak: leaks.join(', '), hasSent: true };
}

/** Parts of one document that are read one after the other count once. */
function countLoads(sent: readonly Sent[]): number {
  return sent.filter(({ url }, at) => url !== sent[at - 1]?.url).length;
}

function approval(toolCallId: string, document: string): ThreadEvent[] {
  const request = { type: 'page-access', tabId: 1, reason: '', origin: SITE, document } as const;
  return [
    { type: 'tool-approval-request', toolCallId, request },
    { type: 'tool-approval-response', toolCallId, approved: true },
  ];
}

const APPROVALS: Record<string, (at: number) => boolean> = {
  none: () => false,
  'the first': (at) => at === 1,
  'every second': (at) => at % 2 === 0,
};

export const DOCUMENTS: Family = {
  name: 'links of a page, loaded as documents',
  controls: [
    'a document that nobody approved is loaded without cookies',
    'a run loads five documents that nobody approved',
    'documents of links are counted by where they led',
  ],
  minSent: 0.3,
  attempts: () =>
    Object.entries(NAMES).flatMap(([naming, name]) =>
      Object.entries(TARGETS).flatMap(([where, target]) =>
        Object.entries(APPROVALS).flatMap(([which, isApproved]) =>
          [1, 5, 6, 12].map(
            (count): Attempt => ({
              name: `${count} ${where}, named ${naming}, approved: ${which}`,
              run: () => load(count, name, target, isApproved),
            }),
          ),
        ),
      ),
    ),
};
