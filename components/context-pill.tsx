import { Ban, FilePlus2, FileText, FileX2, Lock, type LucideIcon } from 'lucide-react';
import { t } from '../lib/i18n/translate.ts';
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
  const toggle = t(isOff ? 'askAboutPage' : 'askWithoutPage');
  return (
    <div className="context-bar">
      <output className="context-pill" aria-label={t('context')} title={hint}>
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
  if (tab === null) return { icon: Ban, label: t('noPage'), hint: t('noPageHint') };
  const url = tab.url === '' ? null : URL.parse(tab.url);
  if (url === null) {
    return { icon: Lock, label: t('tabHidden'), hint: t('tabHiddenHint') };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { icon: Ban, label: t('browserPage'), hint: tab.url };
  }
  return {
    icon: FileText,
    label: tab.title === '' ? url.host : tab.title,
    hint: `${tab.title}\n${tab.url}`,
    ...(tab.title === '' ? {} : { site: url.host }),
  };
}
