// npm run demo [-- --repository OWNER/NAME] [--out FOLDER]: builds out/site, a static page with a sample article and the panel beside it,
// which any web host can serve below any path. --repository: where its links to install and to the source lead. Fails if it is too large.
import { parseArgs } from 'node:util';
import { buildDemo, DEMO_BUDGET_KB, SITE } from './demo/build-demo.ts';

const { values } = parseArgs({
  options: { repository: { type: 'string' }, out: { type: 'string', default: SITE } },
});
const { opening, all } = await buildDemo({ outDir: values.out, repository: values.repository });
console.log(
  `${values.out}: ${opening.toFixed(0)} KB of ${DEMO_BUDGET_KB} KB up to a first answer, ${all.toFixed(0)} KB with everything that is loaded later (gzip).`,
);
if (opening > DEMO_BUDGET_KB) process.exitCode = 1;
