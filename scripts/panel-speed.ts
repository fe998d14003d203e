// npm run panel-speed: measures the speed of the built panel in Chromium against the goals: interactive within 400 ms,
// a chat of 2,000 messages opened within 300 ms and scrolled at 60 frames per second, typing within 50 ms while an
// answer streams. On a busy machine, the figures are meaningless.
import { writeLong } from '../e2e/support/long-answer.ts';
import { startModelServer } from '../e2e/support/model-server.ts';
import { setStage } from '../e2e/support/stage.ts';
import { bringIn } from './big-history/bring-in.ts';
import { openThread } from './big-history/panel.ts';
import { report } from './big-history/report.ts';
import { buildForTests } from './build-for-tests.ts';
import { timeScrolling, timeStart, timeTyping } from './panel-speed/timings.ts';

/** Number of chats besides the long one, which is opened from the first page of the list. */
const CHATS = 60;
const TIMES = 20;
const ANSWER = { size: 200_000, rate: 1_000 };

await buildForTests();
const server = await startModelServer({
  writer: (_request, response) => writeLong(response, ANSWER.size, ANSWER.rate),
});
const stage = await setStage('chromium');
try {
  await stage.addEndpoint(server.url);
  await bringIn(stage, CHATS);
  const panel = await stage.openPanel(null);
  await panel.chooseModel('writer');
  const { page } = panel;
  await page.bringToFront();

  const starts: number[] = [];
  for (let n = 0; n < TIMES; n++) starts.push(await timeStart(page));
  report('panel interactive', starts);

  const opened: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    await openThread(page, 2);
    opened.push(await openThread(page, 0));
  }
  report('a chat of 2,000 messages open', opened);
  report('frames while it is scrolled', await timeScrolling(page));

  await panel.click('New chat');
  await panel.ask('Write.');
  await panel.waitForText('Part 3');
  report('a key until it is drawn, streaming', await timeTyping(page));
} finally {
  await stage.close();
  await server.close();
}
