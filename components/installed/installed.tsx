import './installed.css';
import { t } from '../../lib/i18n/index.ts';
import { ToolbarPicture } from './toolbar-picture.tsx';

type Props = {
  /**
   * Where the button is: in the toolbar, in the toolbar's menu of extensions or, without a toolbar, in the browser's
   * menu.
   */
  button: 'toolbar' | 'extensions-menu' | 'browser-menu';
  /** The keys that open the panel, in the browser's notation. '' if there are none. */
  keys: string;
  onOpen: () => void;
};

/** Shown once, after the installation: where the button is, how to share a tab, and what comes next. */
export function Installed({ button, keys, onOpen }: Props) {
  if (button === 'browser-menu') {
    return (
      <main className="installed">
        <h1>{t('installedTitle')}</h1>
        <p>{t('howToShareByMenu')}</p>
        <p>{t('installedAsk')}</p>
      </main>
    );
  }
  const isPinned = button === 'toolbar';
  return (
    <main className="installed">
      <h1>{t('installedTitle')}</h1>
      <ToolbarPicture isPinned={isPinned} />
      <ol>
        <li>{t(isPinned ? 'installedInToolbar' : 'installedPin')}</li>
        <li>{t('installedShare')}</li>
        <li>{t('installedAsk')}</li>
      </ol>
      <p className="installed-open">
        <button type="button" className="button primary" onClick={onOpen}>
          {t('openSidenote')}
        </button>
        {keys !== '' && <kbd>{keys}</kbd>}
      </p>
    </main>
  );
}
