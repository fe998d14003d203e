import { openDb } from '../../lib/store/db.ts';
import { drawPage } from '../shared/draw-page.tsx';
import { App } from './app.tsx';

const db = openDb();
drawPage(db, <App db={db} />);
