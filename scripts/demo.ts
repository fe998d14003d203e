// npm run demo [-- --repository OWNER/NAME] [--base PATH] [--out FOLDER] [--no-docs]: builds out/site, a static page
// with a sample article and the panel beside it, which any web host can serve at any path, and the documents with a
// search.
// --repository: where links to the source lead. --base: the path at which the documents are served, with / at both
// ends. Defaults to /NAME/, as on GitHub Pages, or to /. Fails if the demo is too large.
import { parseArgs } from 'node:util';
import { buildDemo, DEMO_BUDGET_KB, SITE } from './demo/build-demo.ts';
import { buildDocs } from './demo/build-docs.ts';

const { values } = parseArgs({
  options: {
    repository: { type: 'string' },
    base: { type: 'string' },
    out: { type: 'string', default: SITE },
    docs: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const { out, repository } = values;
const { opening, all } = await buildDemo({ outDir: out, repository });
const [, name] = repository?.split('/') ?? [];
if (values.docs)
  await buildDocs({ outDir: out, repository, base: values.base ?? (name === undefined ? '/' : `/${name}/`) });
console.log(
  `${out}: ${opening.toFixed(0)} KB of ${DEMO_BUDGET_KB} KB up to a first answer, ${all.toFixed(0)} KB with everything that is loaded later (gzip).`,
);
if (opening > DEMO_BUDGET_KB) process.exitCode = 1;
