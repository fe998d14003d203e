import { useEffect, useState } from 'react';
import { ShortcutList } from '../../components/actions/shortcut-list.tsx';
import { RichText } from '../../components/parts/rich-text.tsx';
import {
  type BrowserShortcut,
  browserShortcuts,
  hasPanelBeside,
  openBrowserShortcuts,
  settings,
} from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useSetting } from '../../lib/react/index.ts';

/**
 * Firefox's key that moves the focus from the page past its own bars to the sidebar. An extension cannot define such a
 * key.
 */
const FOCUS_KEY = 'F6';

/**
 * All shortcuts: those of the panel, which can be changed here, and those that the browser listens for, which only the
 * browser can change.
 */
export function ShortcutsPage() {
  const [own, setOwn] = useSetting(settings.panelShortcuts);
  const commands = useBrowserShortcuts();
  return (
    <>
      <section aria-labelledby="shortcuts">
        <h2 id="shortcuts">{t('keyboardShortcuts')}</h2>
        <p className="lead">{t('shortcutsLead')}</p>
        {own && <ShortcutList own={own} commands={commands} onChange={setOwn} />}
      </section>
      {hasPanelBeside() ? <BrowserShortcuts commands={commands} /> : <p className="lead">{t('limitedBrowser')}</p>}
    </>
  );
}

function BrowserShortcuts({ commands }: { commands: ReturnType<typeof useBrowserShortcuts> }) {
  return (
    <section aria-labelledby="browser-shortcuts">
      <h2 id="browser-shortcuts">{t('browserShortcuts')}</h2>
      <p className="lead">{t('browserShortcutsLead')}</p>
      {import.meta.env.FIREFOX && (
        <p className="lead">
          <RichText message="focusSidebarKey" with={{ key: <kbd>{FOCUS_KEY}</kbd> }} />
        </p>
      )}
      <ul className="shortcut-list">
        {commands.map(({ name, keys }) => (
          <li key={name}>
            <span className="shortcut-name">{name}</span>
            {keys === '' ? t('none') : <kbd>{keys}</kbd>}
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="button" onClick={() => void openBrowserShortcuts()}>
          {t('browserShortcutsOpen')}
        </button>
      </div>
    </section>
  );
}

/** Read again when the user returns from the browser's own page. */
function useBrowserShortcuts() {
  const [found, setFound] = useState<readonly BrowserShortcut[]>([]);
  useEffect(() => {
    const look = () => void browserShortcuts().then(setFound);
    look();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  // The command of the toolbar button has no description.
  return found.map(({ description, keys }) => ({ name: description || t('openSidenote'), keys }));
}
