import { createRoot } from 'react-dom/client';
import '../../components/theme.css';
import { openDb } from '../../lib/store/db.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App db={openDb()} />);
