// npm run engine: builds the npm package of the engine into out/engine: one module, its types, a README and a license.
import { buildEnginePackage } from './engine/build-package.ts';

const { folder, gzipKb } = await buildEnginePackage();
console.log(`${folder}: ${gzipKb.toFixed(1)} KB gzip without dependencies`);
