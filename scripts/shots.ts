// npm run shots [-- --width 200,252,360] [--only NAME] [--rtl] [--languages de,ar]: takes pictures of every view of the
// built extension in both themes, in Chromium, into out/shots. The settings are also shown at full window width.
// --store: takes the five pictures and draws the tiles of the store listings instead, into out/store. --docs: takes the
// pictures for README and docs instead, into docs/images, each with the messages that it shows, so that a test notices
// when they change.
import { parseArgs } from 'node:util';
import { showIn, showInEnglish } from '../e2e/support/translated-texts.ts';
import { allViews, showView } from '../e2e/support/views/all-views.ts';
import { setScene } from '../e2e/support/views/scene.ts';
import { requireBrowser } from './browsers.ts';
import { buildForTests } from './build-for-tests.ts';
import { DOCS_PICTURES, shootForDocs } from './shots/docs.ts';
import { shoot } from './shots/shoot.ts';
import { drawTiles, STORE_VIEWS, shootForStore } from './shots/store.ts';

const { values } = parseArgs({
  options: {
    width: { type: 'string', default: '200,252,360' },
    only: { type: 'string', default: '' },
    rtl: { type: 'boolean', default: false },
    languages: { type: 'string', default: '' },
    store: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});
const widths = values.width.split(',').map(Number);
const languages = values.languages.split(',').filter((locale) => locale !== '');

requireBrowser('chromium');
if (!values.built) await buildForTests();
const scene = await setScene('chromium');
try {
  if (values.store) {
    await drawTiles(scene.stage.browser);
    await scene.panel.page.bringToFront();
  }
  const isWanted = (name: string) => {
    if (values.store) return STORE_VIEWS.includes(name);
    return values.docs ? name in DOCS_PICTURES : name.includes(values.only);
  };
  for (const view of allViews.filter(({ name }) => isWanted(name))) {
    const page = await showView(scene, view);
    if (values.store) {
      await shootForStore(scene.stage, page, view.name);
    } else if (values.docs) {
      await shootForDocs(page, view.name);
    } else {
      if (languages.length === 0) await shoot(page, view.name, { widths, isRtl: values.rtl });
      for (const locale of languages) {
        await showIn(page, locale);
        await shoot(page, `${view.name}-${locale}`, { widths, isRtl: values.rtl });
        await showInEnglish(page);
      }
    }
    scene.release();
  }
} finally {
  await scene.close();
}
