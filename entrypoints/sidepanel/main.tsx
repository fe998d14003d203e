import { closeStandIns } from '../../lib/extension/index.ts';
import { openStorage } from '../../lib/storage/index.ts';
import { drawPage } from '../shared/draw-page.tsx';
import { App } from './app.tsx';

const storage = openStorage();
const metrics = storage.metrics.createRecorder({ now: () => Date.now() });
void closeStandIns();
drawPage(storage, <App storage={storage} metrics={metrics} />);
