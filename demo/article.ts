import { installStandIns, parentHub, reportRefusals } from './stand-ins.ts';

type InjectedScript = { default: { main(): unknown } };

/** The scripts that the extension injects into pages. Each is `/NAME.js` in the extension. */
const SCRIPTS = import.meta.glob<InjectedScript>('../entrypoints/page-*.ts');

/** The worker runs beside the article, so what it sends to the page needs no injection. */
const hub = parentHub();
hub.article.resolve({
  window,
  async runFile(file) {
    const load = SCRIPTS[`../entrypoints${file.replace(/\.js$/, '.ts')}`];
    if (load === undefined) throw new Error(`There is no script ${file}.`);
    return (await load()).default.main();
  },
});
reportRefusals(hub);
await installStandIns(hub, '/background.js');
const [{ default: background }, { openStorage }, { browserSession }] = await Promise.all([
  import('../entrypoints/background/index.ts'),
  import('../lib/storage/index.ts'),
  import('../lib/extension/index.ts'),
]);
background.main();
hub.worker.resolve();
// The passphrase is discarded and the key derived from it is kept only in memory, so no stored API key outlives the
// tab.
await openStorage().keys.setPassphrase(crypto.randomUUID(), browserSession);
