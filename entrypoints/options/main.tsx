import { t } from '../../lib/i18n/index.ts';
import { openStorage } from '../../lib/storage/index.ts';
import { drawPage } from '../shared/draw-page.tsx';
import { App } from './app.tsx';

document.title = t('settingsTitle');
const storage = openStorage();
drawPage(storage, <App storage={storage} />);
