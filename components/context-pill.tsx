import { Ban, FileText, Lock } from 'lucide-react';
import './context-pill.css';

/** The page a question would be about, as far as the browser tells us. */
export type ContextTab = { title: string; url: string };

/** Names the tab that will be read, or says that it may not be read yet. */
export function ContextPill({ tab }: { tab: ContextTab | null }) {
  const { icon: Icon, label, hint } = describe(tab);
  return (
    <output className="context-pill" aria-label="Context" title={hint}>
      <Icon size={13} aria-hidden />
      <span>{label}</span>
    </output>
  );
}

function describe(tab: ContextTab | null) {
  if (tab === null) return { icon: Ban, label: 'No page', hint: 'No page is open beside this chat.' };
  const url = tab.url === '' ? null : URL.parse(tab.url);
  if (url === null) {
    const hint = 'The browser hides this tab until you click Sidenote’s toolbar button, or allow it when asked.';
    return { icon: Lock, label: 'This tab (not shared yet)', hint };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { icon: Ban, label: 'A browser page (cannot be read)', hint: tab.url };
  }
  return { icon: FileText, label: tab.title === '' ? url.host : tab.title, hint: `${tab.title}\n${tab.url}` };
}
