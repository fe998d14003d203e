import { APPROVAL_CONTROLS } from './approvals.ts';
import type { Control } from './control.ts';
import { EXPORT_CONTROLS } from './exports.ts';
import { FORM_CONTROLS } from './forms.ts';
import { IMPORTED_DATA_CONTROLS } from './imported-data.ts';
import { KEY_CONTROLS } from './keys.ts';
import { LOADED_PAGE_CONTROLS } from './loaded-pages.ts';
import { MCP_CONTROLS } from './mcp.ts';
import { MEMORY_CONTROLS } from './memory.ts';
import { OWN_DATA_CONTROLS } from './own-data.ts';
import { PAGE_LIGHT_CONTROLS } from './page-light.ts';
import { PAGE_TOOL_CONTROLS } from './page-tools.ts';
import { PAGE_CONTROLS } from './pages.ts';
import { RECEIPT_CONTROLS } from './receipts.ts';
import { REQUEST_CONTROLS } from './requests.ts';
import { SECRET_CONTROLS } from './secrets.ts';
import { SENSITIVE_PAGE_CONTROLS } from './sensitive-pages.ts';
import { TIME_BOUND_CONTROLS } from './time-bounds.ts';
import { TRANSLATION_CONTROLS } from './translation.ts';
import { USER_WORD_CONTROLS } from './user-words.ts';
import { WEB_CONTROLS } from './web.ts';

/** All controls, by area. */
export const CONTROLS: readonly Control[] = [
  ...REQUEST_CONTROLS,
  ...APPROVAL_CONTROLS,
  ...FORM_CONTROLS,
  ...PAGE_TOOL_CONTROLS,
  ...PAGE_CONTROLS,
  ...PAGE_LIGHT_CONTROLS,
  ...SENSITIVE_PAGE_CONTROLS,
  ...TRANSLATION_CONTROLS,
  ...IMPORTED_DATA_CONTROLS,
  ...EXPORT_CONTROLS,
  ...SECRET_CONTROLS,
  ...KEY_CONTROLS,
  ...MCP_CONTROLS,
  ...WEB_CONTROLS,
  ...LOADED_PAGE_CONTROLS,
  ...TIME_BOUND_CONTROLS,
  ...USER_WORD_CONTROLS,
  ...OWN_DATA_CONTROLS,
  ...RECEIPT_CONTROLS,
  ...MEMORY_CONTROLS,
];
