import { openDb } from '../../lib/storage/index.ts';
import { drawPage } from '../shared/draw-page.tsx';
import { App } from './app.tsx';

const db = openDb();
drawPage(db, <App db={db} threadId={decodeURIComponent(location.hash.slice(1))} />);
