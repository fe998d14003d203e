import { t } from '../../lib/i18n/index.ts';
import { openDb } from '../../lib/storage/index.ts';
import { drawPage } from '../shared/draw-page.tsx';
import { App } from './app.tsx';

document.title = t('settingsTitle');
const db = openDb();
drawPage(db, <App db={db} />);
