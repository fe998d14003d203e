import './settings-nav.css';
import { useState } from 'react';
import { type PlainKey, plural, t } from '../../lib/i18n/index.ts';
import { SETTINGS_PAGES, SETTINGS_SECTIONS, type SettingsPage } from './settings-sections.ts';

/** The pages of the settings, the sections of the current one, and a field that finds sections of all pages. */
export function SettingsNav({ current }: { current: SettingsPage }) {
  const [query, setQuery] = useState('');
  const matches = query.trim() === '' ? null : findSections(query);
  return (
    <nav className="settings-nav" aria-label={t('settings')}>
      <input
        type="search"
        aria-label={t('searchSettings')}
        placeholder={t('searchSettings')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <span className="visually-hidden" role="status">
        {matches && plural('settingsFound', matches.length)}
      </span>
      {matches === null ? (
        <ul>
          {SETTINGS_PAGES.map(({ page, hash, name }) => (
            <li key={page}>
              <a href={`#${hash}`} aria-current={page === current ? 'page' : undefined}>
                {t(name)}
              </a>
              {page === current && (
                <ul className="settings-nav-sections">
                  {SETTINGS_SECTIONS.filter((section) => section.page === page).map((section) => (
                    <li key={section.hash}>
                      <a href={`#${section.hash}`}>{t(section.name)}</a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <ul className="settings-nav-found">
          {matches.map(({ hash, name, page }) => (
            <li key={hash}>
              <a href={`#${hash}`} onClick={() => setQuery('')}>
                {t(name)} <small>{t(SETTINGS_PAGES.find((each) => each.page === page)?.name ?? 'settings')}</small>
              </a>
            </li>
          ))}
          {matches.length === 0 && <li className="hint">{t('noSuchSetting')}</li>}
        </ul>
      )}
    </nav>
  );
}

/** Returns the sections whose names, pages or settings contain all words of a query. */
export function findSections(query: string) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return SETTINGS_SECTIONS.filter(({ name, page, words: settings }) => {
    const pageName = SETTINGS_PAGES.find((each) => each.page === page)?.name ?? 'settings';
    const keys: readonly PlainKey[] = [name, pageName, ...settings];
    const text = keys
      .map((key) => t(key))
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
