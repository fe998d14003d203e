import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { McpPrompt, McpServer } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import '../parts/form-field.css';
import './mcp-prompt-form.css';

type Props = {
  server: Pick<McpServer, 'name' | 'url' | 'hasCompletions'>;
  title: string;
  description: string;
  arguments: McpPrompt['arguments'];
  isTemplate: boolean;
  isLoading: boolean;
  onGet: (entered: Record<string, string>) => void;
  /** Requests the values that the server suggests for an argument. */
  onComplete: (argument: { name: string; value: string }, entered: Record<string, string>) => Promise<string[]>;
  onCancel: () => void;
};

/** How long the user has to pause before a server is asked for suggestions, in milliseconds. */
const PAUSE_MS = 250;

/**
 * The arguments of a server's prompt, or the variables of its template. All texts except the buttons come from the
 * server and are shown as plain text.
 */
export function McpPromptForm(props: Props) {
  const { server, title, description, arguments: fields, isTemplate, isLoading, onGet, onComplete, onCancel } = props;
  const id = useId();
  const [suggested, setSuggested] = useState<{ index: number; values: readonly string[] } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const enteredIn = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const entries = fields.map(({ name }, index) => [name, String(data.get(`argument-${index}`))] as const);
    // An omitted argument differs from an empty one.
    return Object.fromEntries(entries.filter(([, value]) => value !== ''));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onGet(enteredIn(event.currentTarget));
  };
  const suggest = (input: HTMLInputElement, index: number) => {
    clearTimeout(timer.current);
    const { form } = input;
    const name = fields[index]?.name;
    if (!server.hasCompletions || form === null || name === undefined) return;
    timer.current = setTimeout(() => {
      const { [name]: value = '', ...others } = enteredIn(form);
      void onComplete({ name, value }, others).then((values) => setSuggested({ index, values }));
    }, PAUSE_MS);
  };
  return (
    <form className="mcp-prompt-form" aria-labelledby={id} autoComplete="off" onSubmit={submit}>
      <p id={id} dir="auto">
        <strong>{visibleText(title)}</strong>{' '}
        <small>{t('mcpFrom', { server: server.name, address: server.url })}</small>
      </p>
      {description !== '' && <p dir="auto">{description}</p>}
      {server.hasCompletions && <p className="hint">{t('mcpCompletionNote', { server: server.name })}</p>}
      {fields.map((argument, index) => (
        <ArgumentField
          key={argument.name}
          argument={argument}
          index={index}
          suggestions={server.hasCompletions ? (suggested?.index === index ? suggested.values : []) : null}
          onSuggest={(input) => suggest(input, index)}
        />
      ))}
      <div className="form-buttons">
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className="button primary" disabled={isLoading}>
          {t(isTemplate ? 'mcpGetResource' : 'mcpGetPrompt')}
        </button>
      </div>
    </form>
  );
}

type ArgumentFieldProps = {
  argument: Props['arguments'][number];
  /** Its position among the arguments. The first one takes the focus. */
  index: number;
  /** Values that the server suggests. Null if it suggests none. */
  suggestions: readonly string[] | null;
  onSuggest: (input: HTMLInputElement) => void;
};

function ArgumentField({ argument, index, suggestions, onSuggest }: ArgumentFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} dir="auto">
        {argument.title}
      </label>
      <input
        id={id}
        name={`argument-${index}`}
        type="text"
        required={argument.isRequired}
        maxLength={10_000}
        dir="auto"
        list={suggestions === null ? undefined : `${id}-values`}
        onFocus={({ currentTarget }) => onSuggest(currentTarget)}
        onInput={({ currentTarget }) => onSuggest(currentTarget)}
        // biome-ignore lint/a11y/noAutofocus: the user has just chosen this prompt
        autoFocus={index === 0}
      />
      {suggestions !== null && (
        <datalist id={`${id}-values`}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {argument.description !== '' && (
        <p className="hint" dir="auto">
          {argument.description}
        </p>
      )}
    </div>
  );
}
