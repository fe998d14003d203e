import { Installed } from '../../components/installed/installed.tsx';
import { browserShortcuts, getOwnTab, hasPanelBeside, openPanel } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { openStorage } from '../../lib/storage/index.ts';
import { drawPage } from '../shared/draw-page.tsx';

document.title = t('installedTitle');
// Determined before anything is clicked, because browsers open the panel only directly in a click handler.
const [tab, shortcuts] = await Promise.all([getOwnTab(), browserShortcuts()]);
// Firefox puts the button into the toolbar, Chrome into the menu of extensions.
const button = !hasPanelBeside() ? 'browser-menu' : import.meta.env.FIREFOX ? 'toolbar' : 'extensions-menu';
const keys = shortcuts.find(({ name }) => name === '_execute_action')?.keys ?? '';
drawPage(
  openStorage(),
  <Installed button={button} keys={keys} onOpen={() => void (tab !== undefined && openPanel(tab))} />,
);
