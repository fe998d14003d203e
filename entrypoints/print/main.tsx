import { useEffect, useState } from 'react';
import { DOCUMENT_WORDS } from '../../components/history/document-words.ts';
import { PrintView } from '../../components/thread/print-view.tsx';
import { webSources } from '../../lib/agent/index.ts';
import type { ExportedChat } from '../../lib/documents/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { checkThread, loadChat } from '../../lib/react/index.ts';
import { openStorage, type Stores } from '../../lib/storage/index.ts';
import { drawPage } from '../shared/draw-page.tsx';

/** One chat on a separate page, to print it or to save it as a PDF. It is not updated. */
function App({ storage, threadId }: { storage: Pick<Stores, 'endpoints' | 'events' | 'threads'>; threadId: string }) {
  const [chat, setChat] = useState<ExportedChat | null | 'missing'>(null);
  useEffect(() => {
    void loadChat(storage, threadId).then(async ({ chat: loaded }) => {
      // Browsers propose the title as the file name of the PDF.
      document.title = loaded?.title || t('untitledChat');
      setChat(loaded === null ? 'missing' : { ...loaded, checks: await checkThread(storage, loaded.thread) });
    });
  }, [storage, threadId]);
  if (chat === null) return null;
  if (chat === 'missing') return <p>{t('noSuchChats')}</p>;
  return (
    <PrintView chat={chat} sources={webSources(chat.thread)} words={DOCUMENT_WORDS} onPrint={() => window.print()} />
  );
}

const storage = openStorage();
drawPage(storage, <App storage={storage} threadId={decodeURIComponent(location.hash.slice(1))} />);
