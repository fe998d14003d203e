import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSERS, testInChromium } from './support/browsers.ts';
import { chooseFiles } from './support/choose-file.ts';
import { buildArchive, giantPicture, HOSTILE_PDFS } from './support/hostile-pdfs.ts';
import { takeLongestWait, watchWaits } from './support/longest-wait.ts';
import type { Panel } from './support/panel.ts';
import { buildPdf } from './support/pdf.ts';
import { IS_FULL } from './support/scale.ts';
import { type Site, serveSite } from './support/site.ts';
import { type Stage, setStage } from './support/stage.ts';
import { startToolCaller, type ToolCaller } from './support/tool-caller.ts';

/** Excludes files that end only by the timeout, which takes 15 s each. */
const QUICK = ['deep-arrays', 'deep-content', 'giant-box', 'form-in-itself', 'pages-in-themselves', 'forms-in-forms'];
const FILES = IS_FULL ? Object.keys(HOSTILE_PDFS) : QUICK;

/** What the file says, or why it is not read. Forms in forms repeat one letter, as far as a fast machine gets in time. */
const READ_OR_GIVEN_UP = /Low water at six\.|a{1000}|could not be read|takes too long|damaged|holds no text/;

const allTexts = (all: Element[]) => all.map((each) => each.textContent).join('\n');

describe.each(BROWSERS)('files made to keep a reader busy, in %s', (name) => {
  let stage: Stage;
  let site: Site;
  let caller: ToolCaller;
  let panel: Panel;

  beforeAll(async () => {
    const files = Object.entries(HOSTILE_PDFS).map(([file, make]) => {
      return [`/${file}.pdf`, { body: make(), type: 'application/pdf' }] as const;
    });
    const links = files.map(([file]) => `<p><a href="${file}">${file}</a></p>`).join('');
    site = await serveSite({
      ...Object.fromEntries(files),
      '/': { body: `<title>Files</title><main>${links}</main>` },
    });
    stage = await setStage(name, { pageContext: 'on-demand' });
    caller = await startToolCaller(stage);
    panel = await caller.panelAt(`${site.origin}/`);
    await watchWaits(panel.page);
  });

  afterAll(async () => {
    await stage?.close();
    await caller?.server.close();
    await site?.close();
  });

  test.each(FILES)('come to an end, and the panel goes on: a link to %s', async (file) => {
    await takeLongestWait(panel.page);
    const start = performance.now();
    const text = await caller.call(panel, 'read_pdf', { link: `/${file}.pdf` });
    console.log(
      `${name} link ${file}: ${Math.round(performance.now() - start)} ms, longest wait ${await takeLongestWait(panel.page)} ms, ${text.length} characters ${text.slice(0, 120).replaceAll('\n', ' ')}`,
    );
    expect(text).toMatch(READ_OR_GIVEN_UP);
  });

  // Firefox’s own viewer never finishes with it.
  testInChromium('come to an end, and the panel goes on: forms-in-forms in the tab', async () => {
    const beside = await caller.panelAt(`${site.origin}/forms-in-forms.pdf`);
    expect(await caller.call(beside, 'read_page')).toMatch(READ_OR_GIVEN_UP);
    await beside.page.close();
  });

  test.each([
    ['a picture of 900 million points', 'wide.png', giantPicture, /wide\.png/],
    [
      'an archive of 100,000 files that unpack to 4 GB each',
      'many.zip',
      () => buildArchive(100_000),
      /many\.zip isn’t text/,
    ],
  ])('are refused or shown, and the panel continues to work: %s', async (_, file, make, said) => {
    await chooseFiles(panel.page, 'input[aria-label="Files to attach"]', { name: file, content: make() });
    await expect
      .poll(() => panel.page.$$eval('[aria-label="Attached to your question"] li, [role="alert"]', allTexts))
      .toMatch(said);
  });

  test('leave the reader able to read', async () => {
    await chooseFiles(panel.page, 'input[aria-label="Files to attach"]', {
      name: 'plan.pdf',
      content: buildPdf([['Low water at six.']]),
    });
    await panel.page.waitForSelector('[aria-label="Attached to your question"] li');
  });
});
