import { createRoot } from 'react-dom/client';
import '../../components/theme.css';
import { openDb } from '../../lib/store/db.ts';
import { createMetrics } from '../../lib/store/metrics.ts';
import { App } from './app.tsx';

const db = openDb();
const metrics = createMetrics({ db, now: () => Date.now() });
const root = document.getElementById('root');
if (root) createRoot(root).render(<App db={db} metrics={metrics} />);
