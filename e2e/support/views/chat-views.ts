import { ASK, MODEL, type Scene, type View } from './scene.ts';

const SUMMARIZE = 'Summarize this page';

/** Asks a question, and waits for the end of the answer. */
async function answered(scene: Scene, question: string): Promise<void> {
  await scene.ask(question);
  await scene.panel.answer();
}

/** The panel before, during and after an answer. The first two are those of a new installation. */
export const chatViews: View[] = [
  {
    name: 'first-run',
    needs: null,
    async show({ panel }) {
      await panel.page.waitForSelector('section[aria-label="Connect a model"]');
      return panel.page;
    },
  },
  {
    name: 'add-hosted-endpoint',
    after: 'first-run',
    async show({ panel }) {
      await panel.click('Use a hosted service');
      await panel.page.waitForSelector('.connect-form');
      return panel.page;
    },
  },
  {
    name: 'welcome',
    needs: null,
    async show({ panel, stage, server }) {
      await stage.addEndpoint(`${server.url}/v1`);
      await panel.page.bringToFront();
      await panel.page.reload();
      await panel.chooseModel(MODEL);
      await panel.page.waitForSelector('.welcome');
      return panel.page;
    },
  },
  {
    name: 'answer-growing',
    async show({ panel, ask }) {
      await ask(ASK.growing);
      await panel.waitForText('so that the water there is');
      return panel.page;
    },
  },
  {
    name: 'answer-cut',
    async show({ panel, stage, ask }) {
      await ask(ASK.cut);
      await panel.waitForText('so that the water there is');
      await stage.killWorker();
      await panel.page.waitForSelector('.step.stale');
      return panel.page;
    },
  },
  {
    name: 'queue',
    async show({ panel, ask }) {
      await ask(ASK.growing);
      await panel.waitForText('so that the water there is');
      for (const question of ['And what is a neap tide?', 'Which harbour has the largest range of all, and why?']) {
        await panel.page.locator('textarea[aria-label="Message"]').fill(question);
        await panel.click('Send after this answer');
        await panel.page.waitForFunction(
          (wanted) => document.querySelector('.queue')?.textContent?.includes(wanted),
          {},
          question,
        );
      }
      return panel.page;
    },
  },
  {
    name: 'thinking',
    async show({ panel, ask }) {
      await ask(ASK.thinking);
      await panel.page.waitForSelector('.reasoning[data-live="true"]');
      return panel.page;
    },
  },
  {
    name: 'tool-running',
    async show({ panel, ask }) {
      await ask(ASK.calling);
      await panel.waitForCard('slow_look', 'executing');
      return panel.page;
    },
  },
  {
    name: 'answer',
    async show(scene) {
      await answered(scene, SUMMARIZE);
      return scene.panel.page;
    },
  },
  {
    name: 'tool-card-open',
    async show(scene) {
      await answered(scene, SUMMARIZE);
      await scene.panel.page.locator('.tool-call-head').click();
      return scene.panel.page;
    },
  },
  {
    name: 'receipt',
    async show(scene) {
      const { page } = scene.panel;
      await answered(scene, SUMMARIZE);
      await page.locator('article:last-of-type .receipt > summary').click();
      await page.locator('.sent-requests li:last-child summary').click();
      await page.waitForSelector('.sent-requests pre');
      await page.$eval('.receipt', (receipt) => receipt.scrollIntoView());
      return page;
    },
  },
  {
    name: 'answer-rich',
    async show(scene) {
      await answered(scene, ASK.rich);
      await scene.panel.page.waitForSelector('.math-text.display mfrac');
      return scene.panel.page;
    },
  },
  {
    name: 'facts',
    async show(scene) {
      await answered(scene, ASK.facts);
      await scene.panel.page.waitForSelector('.fact[data-state="not-found"]');
      return scene.panel.page;
    },
  },
  {
    name: 'facts-pointed-at',
    after: 'facts',
    async show({ panel }) {
      await panel.page.$eval('.fact[data-state="elsewhere"]', (mark) => (mark as HTMLElement).focus());
      await panel.page.waitForSelector('.fact-tip');
      return panel.page;
    },
  },
  {
    name: 'facts-listed',
    after: 'facts-pointed-at',
    async show({ panel }) {
      await panel.page.locator('.fact-list summary').click();
      await panel.page.$eval('.fact-list li:last-child', (item) => item.scrollIntoView());
      return panel.page;
    },
  },
  {
    name: 'answer-picture-and-doubtful-link',
    async show(scene) {
      await answered(scene, ASK.pictures);
      await scene.panel.page.locator('button.link').click();
      return scene.panel.page;
    },
  },
  {
    name: 'question-edited',
    async show(scene) {
      await answered(scene, SUMMARIZE);
      await scene.panel.page.locator('article[aria-label="You"]').hover();
      await scene.panel.click('Edit question');
      return scene.panel.page;
    },
  },
  {
    name: 'versions',
    async show(scene) {
      await answered(scene, 'Summarize this page');
      await scene.panel.click('Retry');
      await scene.panel.page.waitForFunction(() => document.body.innerText.includes('2 of 2'));
      await scene.panel.answer();
      return scene.panel.page;
    },
  },
];
