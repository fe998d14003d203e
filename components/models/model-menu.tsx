import '../parts/menu.css';
import './model-list.css';
import { ChevronsUpDown, Star } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react';
import type { ModelRef } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/buttons.tsx';
import { Popover } from '../parts/popover.tsx';
import { SearchCombobox } from '../parts/search-combobox.tsx';
import { groupModels, keyOfModel, type ModelEntry } from './model-entry.ts';
import type { ModelFact } from './model-facts.ts';
import { ModelList, optionId } from './model-list.tsx';

type Props = {
  entries: readonly ModelEntry[];
  selected: ModelRef;
  /** The endpoint whose first model is initially active, to choose a first model. Null if it is the selected model. */
  startsAt?: string | null;
  /** What the model is chosen for, if not for the chat. */
  heading?: string | undefined;
  favourites: readonly ModelRef[];
  recent: readonly ModelRef[];
  /** Keys of the models for which `listFacts` returns something. */
  known: ReadonlySet<string>;
  listFacts: (entry: ModelEntry) => readonly ModelFact[];
  onChoose: (model: ModelRef) => void;
  onFavourite: (model: ModelRef) => void;
  /** Opens the settings, where endpoints are added. */
  onSettings: () => void;
};

/** The models that match the search, and which of them is active: the chosen one, unless the user has moved. */
function useModelOptions({ entries, selected, startsAt = null, favourites, recent }: Props) {
  const [query, setQuery] = useState('');
  const [wanted, setWanted] = useState<number | null>(null);
  const selectedKey = keyOfModel(selected);
  const groups = useMemo(() => {
    const others = recent.filter((each) => keyOfModel(each) !== selectedKey);
    return groupModels(entries, { query, favourites, recent: others });
  }, [entries, query, favourites, recent, selectedKey]);
  const options = useMemo(() => groups.flatMap((group) => group.entries), [groups]);
  const isFirst = ({ key, model }: ModelEntry) =>
    startsAt === null ? key === selectedKey : model.endpointId === startsAt;
  const fallback = query === '' ? Math.max(0, options.findIndex(isFirst)) : 0;
  return {
    query,
    search(next: string) {
      setQuery(next);
      setWanted(null);
    },
    selectedKey,
    groups,
    options,
    active: Math.min(wanted ?? fallback, options.length - 1),
    setActive: setWanted,
  };
}

/**
 * A search field over the list of models. Arrow keys and page keys move, Enter selects. The active model is described
 * below the list, where it can be made a favourite by keyboard.
 */
export function ModelMenu(props: Props) {
  const {
    startsAt = null,
    heading = startsAt === null ? undefined : t('chooseFirstModel'),
    favourites,
    listFacts,
  } = props;
  const listId = useId();
  const { query, search, selectedKey, groups, options, active, setActive } = useModelOptions(props);
  const starred = useMemo(() => new Set(favourites.map(keyOfModel)), [favourites]);
  const current = options[active];
  // Announced after typing has paused.
  const announced = useDeferredValue(options.length);

  return (
    <div className="menu model-menu" role="dialog" aria-label={t('chooseModel')}>
      {heading !== undefined && <h2 className="model-start">{heading}</h2>}
      <SearchCombobox
        label={t('searchModels')}
        listId={listId}
        activeId={current && optionId(listId, active)}
        active={active}
        count={options.length}
        query={query}
        isFocusedAtFirst
        onQuery={search}
        onActive={setActive}
        onChoose={() => current && props.onChoose(current.model)}
      />
      {options.length === 0 && <p className="model-none">{t('noSuchModel', { words: query.trim() })}</p>}
      <ModelList
        id={listId}
        groups={groups}
        selected={selectedKey}
        active={active}
        favourites={starred}
        known={props.known}
        listFacts={listFacts}
        onActive={setActive}
        onChoose={(entry) => props.onChoose(entry.model)}
        onFavourite={(entry) => props.onFavourite(entry.model)}
      />
      <output className="visually-hidden">{plural('modelCount', announced)}</output>
      <footer className="model-footer">
        {current && (
          <ActiveModel
            entry={current}
            facts={listFacts(current)}
            isFavourite={starred.has(current.key)}
            onFavourite={() => props.onFavourite(current.model)}
          />
        )}
        <button type="button" className="button quiet" onClick={props.onSettings}>
          {t('changeEndpoints')}
        </button>
      </footer>
    </div>
  );
}

type ActiveModelProps = {
  entry: ModelEntry;
  facts: readonly ModelFact[];
  isFavourite: boolean;
  onFavourite: () => void;
};

/** The model at the cursor, which can be made a favourite. */
function ActiveModel({ entry, facts, isFavourite, onFavourite }: ActiveModelProps) {
  const { name } = entry;
  return (
    <div className="model-about">
      <b>{name}</b>
      <IconButton
        label={t(isFavourite ? 'removeFavourite' : 'addFavourite', { name })}
        aria-pressed={isFavourite}
        onClick={onFavourite}
      >
        <Star size={14} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden />
      </IconButton>
      <ModelDescription entry={entry} facts={facts} />
    </div>
  );
}

/** Facts about the selected model. Without any, its full id if the list shows only part of it. */
function ModelDescription({ entry, facts }: { entry: ModelEntry; facts: readonly ModelFact[] }) {
  const { endpointName, model, name } = entry;
  if (facts.length > 0)
    return <p>{t('modelAbout', { endpoint: endpointName, facts: facts.map((fact) => fact.why).join(' ') })}</p>;
  return /[\\/]/.test(model.modelId) && model.modelId !== name ? <p dir="auto">{model.modelId}</p> : null;
}

type ModelPickerProps = {
  /** The selected model's name. */
  name: string;
  /** False if the model is no longer listed. It stays selected, because models are never switched silently. */
  isKnown: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The menu, while it is open. */
  children: ReactNode;
};

/** Shows the selected model, and opens the list of models. */
export function ModelPicker({ name, isKnown, isOpen, onOpen, children }: ModelPickerProps) {
  const displayName = isKnown ? name : t('modelUnavailable', { name });
  return (
    <Popover
      className="model-picker"
      isOpen={isOpen}
      onOpen={onOpen}
      button={(opener) => (
        <button
          {...opener}
          type="button"
          className="popover-button"
          role="combobox"
          aria-expanded={isOpen}
          aria-label={t('model')}
          aria-haspopup="dialog"
          title={displayName}
        >
          <span dir="auto">{displayName}</span>
          <ChevronsUpDown size={12} aria-hidden />
        </button>
      )}
    >
      {children}
    </Popover>
  );
}
