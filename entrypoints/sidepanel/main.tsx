import { createMetrics, openDb } from '../../lib/storage/index.ts';
import { drawPage } from '../shared/draw-page.tsx';
import { App } from './app.tsx';

const db = openDb();
const metrics = createMetrics({ db, now: () => Date.now() });
drawPage(db, <App db={db} metrics={metrics} />);
