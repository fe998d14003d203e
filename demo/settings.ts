import { installStandIns, parentHub } from './stand-ins.ts';

await installStandIns(parentHub(), '/options.html');
const { default: firstLook } = await import('../entrypoints/first-look.ts');
firstLook.main();
await import('../entrypoints/options/main.tsx');
