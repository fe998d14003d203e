import { APPROVAL_CONTROLS } from './approvals.ts';
import type { Control } from './control.ts';
import { KEY_CONTROLS } from './keys.ts';
import { MCP_CONTROLS } from './mcp.ts';
import { PAGE_CONTROLS } from './pages.ts';
import { REQUEST_CONTROLS } from './requests.ts';
import { WEB_CONTROLS } from './web.ts';

/** All controls, by area. */
export const CONTROLS: readonly Control[] = [
  ...REQUEST_CONTROLS,
  ...APPROVAL_CONTROLS,
  ...PAGE_CONTROLS,
  ...KEY_CONTROLS,
  ...MCP_CONTROLS,
  ...WEB_CONTROLS,
  {
    promise: 7,
    name: 'a downloaded model with another checksum is deleted',
    file: 'lib/extension/gguf-download.ts',
    source: 'if (bytesToHex(hash.digest()) !== download.sha256) {',
    without: 'if (bytesToHex(hash.digest()) === "") {',
    test: { file: 'lib/extension/gguf-download.test.ts', name: 'keeps no file with another checksum' },
  },
];
