import './memory-list.css';
import { type ReactNode, useState } from 'react';
import type { Memory, MemoryError } from '../../lib/contracts/index.ts';
import { language, t } from '../../lib/i18n/index.ts';
import { checkMemoryText } from '../../lib/security/index.ts';
import { oneLine } from '../../lib/text/index.ts';
import { FormButtons } from '../parts/buttons.tsx';
import { FormField } from '../parts/form-field.tsx';
import { useKeepFocus } from '../parts/keyboard.ts';
import { RichText } from '../parts/rich-text.tsx';
import { memoryErrorText } from './memory-text.ts';
import { SentenceField } from './sentence-field.tsx';
import { ReplaceButton, SimilarMemory, useSimilarMemory } from './similar-memory.tsx';

/** The changeable properties of a sentence in the list. */
type Change = Partial<Pick<Memory, 'text' | 'projectId' | 'isOn'>>;
type OnChange = (memoryId: string, change: Change) => Promise<MemoryError | null>;

type Project = { projectId: string; name: string };

const NONE: readonly Memory[] = [];

type ListProps = {
  memories: readonly Memory[];
  projects: readonly Project[];
  /**
   * Titles of the chats that sentences come from, by their ids; without those that were deleted. Null until they are
   * known.
   */
  chats: ReadonlyMap<string, string> | null;
  getChatAddress: (threadId: string) => string;
  onChange: OnChange;
  onForget: (memoryId: string) => void;
  /** Shown below the list, inside what keeps the focus. */
  children?: ReactNode;
};

/** The sentences to remember, each with its origin, whether it is used and where. */
export function MemoryList(props: ListProps) {
  const { memories, projects, onChange } = props;
  const [editing, setEditing] = useState<string | null>(null);
  const list = useKeepFocus<HTMLDivElement>();
  return (
    <div ref={list} tabIndex={-1}>
      {memories.length === 0 && <p className="hint">{t('noMemories')}</p>}
      {memories.length > 0 && (
        <ul className="memory-list" aria-label={t('memoryTitle')}>
          {memories.map((memory) => (
            <Row key={memory.memoryId}>
              {memory.memoryId === editing ? (
                <MemoryForm
                  initial={memory}
                  replaceable={NONE}
                  projects={projects}
                  onKeep={async (text, projectId) => {
                    const error = await onChange(memory.memoryId, { text, projectId });
                    if (error === null) setEditing(null);
                    return error;
                  }}
                  onCancel={() => setEditing(null)}
                />
              ) : (
                <Sentence {...props} memory={memory} onEdit={() => setEditing(memory.memoryId)} />
              )}
            </Row>
          ))}
        </ul>
      )}
      {props.children}
    </div>
  );
}

/** Keeps the focus when its form is opened or closed. */
function Row({ children }: { children: ReactNode }) {
  const row = useKeepFocus<HTMLLIElement>();
  return (
    <li ref={row} tabIndex={-1}>
      {children}
    </li>
  );
}

type SentenceProps = ListProps & { memory: Memory; onEdit: () => void };

function Sentence({ memory, projects, chats, getChatAddress, onChange, onForget, onEdit }: SentenceProps) {
  const { memoryId, text } = memory;
  return (
    <>
      <label className="toggle">
        <input
          type="checkbox"
          checked={memory.isOn}
          onChange={({ target }) => void onChange(memoryId, { isOn: target.checked })}
        />
        <span dir="auto">{text}</span>
      </label>
      <div className="memory-facts">
        <Facts memory={memory} projects={projects} chats={chats} getChatAddress={getChatAddress} />
        <span className="actions">
          <button type="button" className="button" aria-label={t('editMemory', { text })} onClick={onEdit}>
            {t('edit')}
          </button>
          <button
            type="button"
            className="button"
            aria-label={t('forgetMemory', { text })}
            onClick={() => onForget(memoryId)}
          >
            {t('forget')}
          </button>
        </span>
      </div>
    </>
  );
}

type FactsProps = Pick<ListProps, 'projects' | 'chats' | 'getChatAddress'> & { memory: Memory };

function Facts({ memory, projects, chats, getChatAddress }: FactsProps) {
  const { projectId, createdAt, isImported, origin } = memory;
  const day = new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(createdAt);
  const project = projects.find((each) => each.projectId === projectId)?.name ?? t('allChats');
  return (
    <span className="hint">
      {isImported && (
        <>
          <b>{t('memoryImported')}</b>
          <br />
        </>
      )}
      {origin.type === 'settings' ? (
        !isImported && t('memoryFromSettings')
      ) : (
        <ChatOrigin origin={origin} chats={chats} getChatAddress={getChatAddress} />
      )}
      {` · ${day} · `}
      <bdi>{project}</bdi>
    </span>
  );
}

type ChatOriginProps = Pick<ListProps, 'chats' | 'getChatAddress'> & {
  origin: Exclude<Memory['origin'], { type: 'settings' }>;
};

/** From which chat a sentence comes. Its title is quoted, since it is often the question itself. */
function ChatOrigin({ origin, chats, getChatAddress }: ChatOriginProps) {
  const title = chats?.get(origin.threadId);
  const isQuestion = origin.type === 'question';
  if (title === undefined) {
    const isDeleted = chats !== null;
    return isDeleted && t(isQuestion ? 'memoryFromQuestionDeleted' : 'memoryFromAnswerDeleted');
  }
  const link = (
    <a href={getChatAddress(origin.threadId)} target="_blank" rel="noopener" dir="auto">
      {title === '' ? t('untitledChat') : title}
    </a>
  );
  return <RichText message={isQuestion ? 'memoryFromQuestion' : 'memoryFromAnswer'} with={{ title: link }} />;
}

type FormProps = {
  initial: Pick<Memory, 'text' | 'projectId'> | null;
  /** The sentences that this one can replace. */
  replaceable: readonly Memory[];
  projects: readonly Project[];
  /**
   * Called with exactly the sentence that is shown, and the id of the one that it replaces, if the user chose that.
   * Resolves to why it was not stored, or null.
   */
  onKeep: (text: string, projectId: string | null, replacedId: string | null) => Promise<MemoryError | null>;
  /** Null if there is nothing to return to. */
  onCancel: (() => void) | null;
};

/** Adds or changes a sentence. */
export function MemoryForm({ initial, replaceable, projects, onKeep, onCancel }: FormProps) {
  const [text, setText] = useState(initial?.text ?? '');
  const [projectId, setProjectId] = useState(initial?.projectId ?? null);
  const [refusal, setRefusal] = useState<{ text: string; error: MemoryError } | null>(null);
  const sentence = oneLine(text);
  const error = checkMemoryText(sentence) ?? (refusal?.text === sentence ? refusal.error : null);
  const similar = useSimilarMemory(sentence, projectId, replaceable);
  const keep = async (replacedId: string | null) => {
    if (error !== null) return;
    const refused = await onKeep(sentence, projectId, replacedId);
    setRefusal(refused === null ? null : { text: sentence, error: refused });
    if (refused === null) setText('');
  };
  return (
    <form
      className="memory-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (event.nativeEvent.isTrusted) void keep(null);
      }}
    >
      <SentenceField
        text={text}
        error={error === null ? '' : memoryErrorText(error, sentence)}
        takesFocus={initial !== null}
        onText={setText}
        onEnter={() => void keep(null)}
      />
      {projects.length > 0 && (
        <FormField label={t('memoryProject')} hint="">
          {(control) => (
            <select {...control} value={projectId ?? ''} onChange={({ target }) => setProjectId(target.value || null)}>
              <option value="">{t('allChats')}</option>
              {projects.map((project) => (
                <option key={project.projectId} value={project.projectId}>
                  {project.name}
                </option>
              ))}
            </select>
          )}
        </FormField>
      )}
      {similar && <SimilarMemory text={similar.text} />}
      <FormButtons submitLabel={t(similar ? 'memoryKeepBoth' : 'memoryKeep')} onCancel={onCancel}>
        {similar && (
          <ReplaceButton
            memoryId={similar.memoryId}
            isReadable={error === null}
            onReplace={(memoryId) => void keep(memoryId)}
          />
        )}
      </FormButtons>
    </form>
  );
}
