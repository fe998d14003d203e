import { installStandIns, parentHub } from './stand-ins.ts';

await installStandIns(parentHub(), '/sidepanel.html');
const { default: firstLook } = await import('../entrypoints/first-look.ts');
firstLook.main();
await import('../entrypoints/sidepanel/main.tsx');
