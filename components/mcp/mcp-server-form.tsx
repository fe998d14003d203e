import { type FormEvent, useState } from 'react';
import { TOKEN_HEADER } from '../../lib/contracts/index.ts';
import { formatList, t } from '../../lib/i18n/index.ts';
import { FormButtons } from '../parts/buttons.tsx';
import { FormField, TextField } from '../parts/form-field.tsx';

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
  /** Reads the servers of a configuration that was pasted instead of an address. */
  readPasted?: (text: string) => { drafts: readonly Partial<McpServerDraft>[]; programs: readonly string[] };
  /** The address to which an authorization server redirects users, needed when a client is registered manually. */
  redirectUri: string;
  /** The last four characters of the stored token, which is never shown itself. Null if there is none. */
  lastFour: string | null;
  /** The names of additional headers that are stored. */
  headerNames?: readonly string[];
  submitLabel: string;
  /** The error in the entered values, or null. */
  error: string | null;
  /** `others` are further servers of a pasted configuration. */
  onSubmit: (draft: McpServerDraft, others: readonly Partial<McpServerDraft>[]) => void;
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
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one form, a field after another
export function McpServerForm(props: Props) {
  const {
    initial,
    readPasted,
    redirectUri,
    lastFour,
    headerNames = [],
    submitLabel,
    error,
    onSubmit,
    onCancel,
  } = props;
  const [draft, setDraft] = useState(initial);
  const [others, setOthers] = useState<readonly Partial<McpServerDraft>[]>([]);
  const [programs, setPrograms] = useState<readonly string[]>([]);
  const set = (change: Partial<McpServerDraft>) => setDraft({ ...draft, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(draft, others);
  };
  const enterAddress = (text: string) => {
    const pasted = readPasted?.(text);
    const [first = { url: text }, ...rest] = pasted?.drafts ?? [];
    set(first);
    setOthers(rest);
    setPrograms(pasted?.programs ?? []);
  };
  const example = 'https://example.com/mcp';
  return (
    <form className="mcp-form" aria-label={submitLabel} onSubmit={submit}>
      <TextField
        label={t('mcpAddress')}
        hint={t('mcpAddressHint', { example })}
        error={programs.length > 0 ? t('mcpPrograms', { names: formatList(programs) }) : error}
        required
        spellCheck={false}
        value={draft.url}
        onText={enterAddress}
      />
      <TextField label={t('name')} value={draft.name} onText={(value) => set({ name: value })} />
      <TextField
        label={t('mcpToken')}
        hint={lastFour === null ? t('mcpTokenHint') : t('keyStored', { characters: lastFour })}
        type="password"
        autoComplete="off"
        value={draft.token}
        onText={(value) => set({ token: value })}
      />
      <details className="advanced-fields">
        <summary>{t('advanced')}</summary>
        <TextField
          label={t('mcpHeader')}
          hint={t('mcpHeaderHint')}
          spellCheck={false}
          value={draft.header}
          onText={(value) => set({ header: value })}
        />
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
        <TextField
          label={t('mcpClientId')}
          hint={t('mcpClientIdHint', { address: redirectUri })}
          spellCheck={false}
          value={draft.clientId}
          onText={(value) => set({ clientId: value })}
        />
        <TextField
          label={t('mcpClientSecret')}
          type="password"
          autoComplete="off"
          value={draft.clientSecret}
          onText={(value) => set({ clientSecret: value })}
        />
      </details>
      <FormButtons submitLabel={submitLabel} onCancel={onCancel} />
    </form>
  );
}

/** Which headers are stored, without their values. */
function maskedHeaders(names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, '••••'])));
}
