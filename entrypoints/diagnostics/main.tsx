import { t } from '../../lib/i18n/translate.ts';
import { openDb } from '../../lib/storage/db.ts';
import { drawPage } from '../shared/draw-page.tsx';
import { App } from './app.tsx';

document.title = t('diagnosticsPageTitle');
const db = openDb();
drawPage(db, <App db={db} />);
