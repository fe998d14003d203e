import { Ban, FilePlus2, FileText, FileX2, Lock, type LucideIcon } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import './context-pill.css';

/** The page a question would be about, as far as the browser tells us. */
export type ContextTab = { title: string; url: string };

type Props = {
  tab: ContextTab | null;
  /** The person wants to ask without a page. */
  isOff: boolean;
  onToggle: () => void;
};

/** Names the tab that will be read, or says that it may not be read yet. */
export function ContextPill({ tab, isOff, onToggle }: Props) {
  const { icon: Icon, label, hint, site } = describe(isOff ? null : tab);
  const toggle = isOff ? 'Ask about the page' : 'Ask without page';
  return (
    <div className="context-bar">
      <output className="context-pill" aria-label="Context" title={hint}>
        <Icon size={13} aria-hidden />
        <span>{label}</span>
        {site && <small>{site}</small>}
      </output>
      {tab !== null && (
        <IconButton label={toggle} onClick={onToggle}>
          {isOff ? <FilePlus2 size={14} aria-hidden /> : <FileX2 size={14} aria-hidden />}
        </IconButton>
      )}
    </div>
  );
}

function describe(tab: ContextTab | null): { icon: LucideIcon; label: string; hint: string; site?: string } {
  if (tab === null) return { icon: Ban, label: 'No page', hint: 'No page is asked about.' };
  const url = tab.url === '' ? null : URL.parse(tab.url);
  if (url === null) {
    const hint = 'The browser hides this tab until you click Sidenote’s toolbar button, or allow it when asked.';
    return { icon: Lock, label: 'This tab (not shared yet)', hint };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { icon: Ban, label: 'A browser page (cannot be read)', hint: tab.url };
  }
  return {
    icon: FileText,
    label: tab.title === '' ? url.host : tab.title,
    hint: `${tab.title}\n${tab.url}`,
    ...(tab.title === '' ? {} : { site: url.host }),
  };
}
