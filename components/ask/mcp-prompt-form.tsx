import { type FormEvent, useId } from 'react';
import type { McpPrompt, McpServer } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import '../parts/form-field.css';
import './mcp-prompt-form.css';

type Props = {
  server: Pick<McpServer, 'name' | 'url'>;
  prompt: McpPrompt;
  isLoading: boolean;
  onGet: (entered: Record<string, string>) => void;
  onCancel: () => void;
};

/** The arguments of a server's prompt. All texts but the buttons are the server's, and shown as text alone. */
export function McpPromptForm({ server, prompt, isLoading, onGet, onCancel }: Props) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const entries = prompt.arguments.map(({ name }, index) => [name, String(data.get(`argument-${index}`))] as const);
    // An argument that is left out is another thing than an empty one.
    onGet(Object.fromEntries(entries.filter(([, value]) => value !== '')));
  };
  return (
    <form className="mcp-prompt-form" aria-labelledby={id} autoComplete="off" onSubmit={submit}>
      <p id={id} dir="auto">
        <strong>{visibleText(prompt.title)}</strong>{' '}
        <small>{t('mcpFrom', { server: server.name, address: server.url })}</small>
      </p>
      {prompt.description !== '' && <p dir="auto">{prompt.description}</p>}
      {prompt.arguments.map((argument, index) => (
        <div className="field" key={argument.name}>
          <label htmlFor={`${id}-${index}`} dir="auto">
            {argument.title}
          </label>
          <input
            id={`${id}-${index}`}
            name={`argument-${index}`}
            type="text"
            required={argument.isRequired}
            maxLength={10_000}
            dir="auto"
            // biome-ignore lint/a11y/noAutofocus: the user has just chosen this prompt
            autoFocus={index === 0}
          />
          {argument.description !== '' && (
            <p className="hint" dir="auto">
              {argument.description}
            </p>
          )}
        </div>
      ))}
      <div className="form-buttons">
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className="button primary" disabled={isLoading}>
          {t('mcpGetPrompt')}
        </button>
      </div>
    </form>
  );
}
