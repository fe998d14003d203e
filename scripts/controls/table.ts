import { APPROVAL_CONTROLS } from './approvals.ts';
import type { Control } from './control.ts';
import { FORM_CONTROLS } from './forms.ts';
import { KEY_CONTROLS } from './keys.ts';
import { MCP_CONTROLS } from './mcp.ts';
import { OWN_DATA_CONTROLS } from './own-data.ts';
import { PAGE_CONTROLS } from './pages.ts';
import { RECEIPT_CONTROLS } from './receipts.ts';
import { REQUEST_CONTROLS } from './requests.ts';
import { SECRET_CONTROLS } from './secrets.ts';
import { WEB_CONTROLS } from './web.ts';

/** All controls, by area. */
export const CONTROLS: readonly Control[] = [
  ...REQUEST_CONTROLS,
  ...APPROVAL_CONTROLS,
  ...FORM_CONTROLS,
  ...PAGE_CONTROLS,
  ...SECRET_CONTROLS,
  ...KEY_CONTROLS,
  ...MCP_CONTROLS,
  ...WEB_CONTROLS,
  ...OWN_DATA_CONTROLS,
  ...RECEIPT_CONTROLS,
];
