import { type FormEvent, useState } from 'react';
import { TOKEN_HEADER } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { FormButtons } from '../parts/buttons.tsx';
import { FormField } from '../parts/form-field.tsx';

export type McpServerDraft = {
  name: string;
  url: string;
  token: string;
  header: string;
  /** Additional headers as a JSON object. '' keeps the stored ones. */
  headers: string;
  clientId: string;
  clientSecret: string;
};

type Props = {
  initial: McpServerDraft;
  /** The address to which an authorization server redirects users, needed when a client is registered manually. */
  redirectUri: string;
  /** The last four characters of the stored token, which is never shown itself. Null if there is none. */
  lastFour: string | null;
  /** The names of additional headers that are stored. */
  headerNames?: readonly string[];
  submitLabel: string;
  /** The error in the entered values, or null. */
  error: string | null;
  onSubmit: (draft: McpServerDraft) => void;
  onCancel: (() => void) | null;
};

export const EMPTY_MCP_SERVER: McpServerDraft = {
  name: '',
  url: '',
  token: '',
  header: TOKEN_HEADER,
  headers: '',
  clientId: '',
  clientSecret: '',
};

/** Edits an MCP server: its address, and the token it requires. */
export function McpServerForm(props: Props) {
  const { initial, redirectUri, lastFour, headerNames = [], submitLabel, error, onSubmit, onCancel } = props;
  const [draft, setDraft] = useState(initial);
  const set = (change: Partial<McpServerDraft>) => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(draft);
  };
  const example = 'https://example.com/mcp';
  return (
    <form className="mcp-form" aria-label={submitLabel} onSubmit={submit}>
      <FormField label={t('mcpAddress')} hint={t('mcpAddressHint', { example })} error={error}>
        {(control) => (
          <input
            {...control}
            required
            spellCheck={false}
            value={draft.url}
            onChange={({ target }) => set({ url: target.value })}
          />
        )}
      </FormField>
      <FormField label={t('name')} hint="">
        {(control) => <input {...control} value={draft.name} onChange={({ target }) => set({ name: target.value })} />}
      </FormField>
      <FormField
        label={t('mcpToken')}
        hint={lastFour === null ? t('mcpTokenHint') : t('keyStored', { characters: lastFour })}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="off"
            value={draft.token}
            onChange={({ target }) => set({ token: target.value })}
          />
        )}
      </FormField>
      <details className="advanced-fields">
        <summary>{t('advanced')}</summary>
        <FormField label={t('mcpHeader')} hint={t('mcpHeaderHint')}>
          {(control) => (
            <input
              {...control}
              spellCheck={false}
              value={draft.header}
              onChange={({ target }) => set({ header: target.value })}
            />
          )}
        </FormField>
        <FormField label={t('extraHeaders')} hint={t('jsonObjectHint', { example: '{"CF-Access-Client-Id": "…"}' })}>
          {(control) => (
            <textarea
              {...control}
              rows={2}
              spellCheck={false}
              autoComplete="off"
              placeholder={headerNames.length === 0 ? '' : maskedHeaders(headerNames)}
              value={draft.headers}
              onChange={({ target }) => set({ headers: target.value })}
            />
          )}
        </FormField>
        <FormField label={t('mcpClientId')} hint={t('mcpClientIdHint', { address: redirectUri })}>
          {(control) => (
            <input
              {...control}
              spellCheck={false}
              value={draft.clientId}
              onChange={({ target }) => set({ clientId: target.value })}
            />
          )}
        </FormField>
        <FormField label={t('mcpClientSecret')} hint="">
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="off"
              value={draft.clientSecret}
              onChange={({ target }) => set({ clientSecret: target.value })}
            />
          )}
        </FormField>
      </details>
      <FormButtons submitLabel={submitLabel} onCancel={onCancel} />
    </form>
  );
}

/** Which headers are stored, without their values. */
function maskedHeaders(names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, '••••'])));
}
