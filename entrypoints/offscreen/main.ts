import { holdHiddenPages } from '../../lib/extension/hidden-page.ts';

holdHiddenPages();
