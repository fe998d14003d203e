import '../parts/menu.css';
import './context-menu.css';
import { Check, Eye, Languages, Pin, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { AddedTab, PageContextMode } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/buttons.tsx';
import { PageContextSelect } from '../parts/page-context-select.tsx';
import { AlwaysAllowLastSite, AlwaysAllowSite } from '../parts/site-access.tsx';

type Props = {
  /** The tab that questions are about, or null. */
  tab: AddedTab | null;
  isPinned: boolean;
  /** The other tabs that the browser reveals, and the number of those that it hides. */
  others: readonly AddedTab[];
  hidden: number;
  /** The tabs attached to the next question. */
  added: readonly AddedTab[];
  /** Null selects the active tab. */
  onPin: (tabId: number | null) => void;
  /** Adds a tab to the question, or removes it. */
  onToggle: (tab: AddedTab) => void;
  onSettings: () => void;
  onTranslate: () => void;
  /** When the page is sent, as selected for this chat. Null uses the model's setting. */
  pageContext: PageContextMode | null;
  onPageContext: (mode: PageContextMode | null) => void;
  /** The model's setting, or that of all models. */
  pageContextByDefault: PageContextMode | null;
};

/** Selects which tab a question is about, and which are attached. Arrow keys move between the options. */
export function ContextMenu(props: Props) {
  const { tab, isPinned, others, hidden, added, onPin, onToggle, onSettings, onTranslate, pageContext, onPageContext } =
    props;
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector('button')?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, it is a menu beside a form
    <div
      ref={menu}
      className="menu context-menu"
      role="group"
      aria-label={t('contextWhatToAskAbout')}
      onKeyDown={moveFocus}
    >
      <Choice isChosen={!isPinned} icon={<Eye size={14} aria-hidden />} onChoose={() => onPin(null)}>
        {t('contextFollow')}
      </Choice>
      {tab && (
        <Choice isChosen={isPinned} icon={<Pin size={14} aria-hidden />} onChoose={() => onPin(tab.tabId)}>
          {t('contextStayWith', { tab: formatTabName(tab) })}
        </Choice>
      )}
      {tab && (
        <button type="button" className="button quiet" onClick={onTranslate}>
          <Languages size={14} aria-hidden />
          <span>{t('translatePage')}</span>
        </button>
      )}
      {tab && (tab.url === '' ? <AlwaysAllowLastSite tabId={tab.tabId} /> : <AlwaysAllowSite url={tab.url} />)}
      <div className="field">
        <label htmlFor={id}>{t('pageContextLabel')}</label>
        <PageContextSelect
          id={id}
          value={pageContext}
          byDefault={props.pageContextByDefault}
          onChange={onPageContext}
        />
      </div>
      {others.length > 0 && <h2>{t('contextOtherTabs')}</h2>}
      <ul>
        {others.map((other) => {
          const isAdded = added.some(({ tabId }) => tabId === other.tabId);
          const name = formatTabName(other);
          const action = t(isAdded ? 'contextTakeOutTab' : 'contextAddTab', { tab: name });
          return (
            <li key={other.tabId}>
              <button
                type="button"
                className="button quiet"
                title={`${t('contextAskInstead')}\n${other.url}`}
                onClick={() => onPin(other.tabId)}
              >
                <span dir="auto">{name}</span>
                <small>{URL.parse(other.url)?.host}</small>
              </button>
              <IconButton label={action} aria-pressed={isAdded} onClick={() => onToggle(other)}>
                {isAdded ? <Check size={14} aria-hidden /> : <Plus size={14} aria-hidden />}
              </IconButton>
            </li>
          );
        })}
      </ul>
      {hidden > 0 && <p>{plural('contextHiddenTabs', hidden)}</p>}
      {hidden > 0 && (
        <button type="button" className="button quiet" onClick={onSettings}>
          {t('contextOpenSettings')}
        </button>
      )}
    </div>
  );
}

type ChoiceProps = { isChosen: boolean; icon: ReactNode; onChoose: () => void; children: ReactNode };

function Choice({ isChosen, icon, onChoose, children }: ChoiceProps) {
  return (
    <button type="button" className="button quiet" aria-pressed={isChosen} onClick={onChoose}>
      {icon}
      <span dir="auto">{children}</span>
      {isChosen && <Check size={14} aria-hidden />}
    </button>
  );
}

function formatTabName({ title, url }: AddedTab): string {
  if (title !== '') return title;
  return url === '' ? t('contextThisTab') : (URL.parse(url)?.host ?? url);
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  // In the list of modes, the arrow keys select a mode.
  if (by === 0 || at < 0) return;
  event.preventDefault();
  buttons.at((at + by) % buttons.length)?.focus();
}
