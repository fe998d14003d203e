import { useState } from 'react';
import { EMPTY_ENDPOINT, type EndpointDraft, EndpointForm } from '../../components/endpoint-form.tsx';
import { sendCommand } from '../../lib/browser/commands.ts';
import { useEndpoints } from '../../lib/panel/use-config.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { DataSection } from './data-section.tsx';
import { EndpointSection } from './endpoint-section.tsx';
import { PatienceSection } from './patience-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { saveEndpointDraft } from './save-draft.ts';
import './options.css';

/** Settings: the servers Sidenote talks to. */
export function App({ db }: { db: SidenoteDb }) {
  const endpoints = useEndpoints(db);
  const [formKey, setFormKey] = useState(0);
  const [error, setError] = useState<string | null>(null);

  const add = async (draft: EndpointDraft) => {
    const saved = await saveEndpointDraft(db, draft, null);
    if ('error' in saved) return setError(saved.error);
    setError(null);
    setFormKey((key) => key + 1);
    if (saved.models.length === 0) await sendCommand({ type: 'list-models', endpointId: saved.endpointId });
  };

  return (
    <main className="options">
      <h1>Sidenote settings</h1>
      <section>
        <h2>Endpoints</h2>
        <p className="lead">
          Any server that speaks the OpenAI chat interface: hosted, or on your own machine. Choose the model in the
          panel.
        </p>
        {endpoints.map((endpoint) => (
          <EndpointSection key={endpoint.endpointId} db={db} endpoint={endpoint} />
        ))}
      </section>
      <section>
        <h2>Add an endpoint</h2>
        <EndpointForm
          key={formKey}
          initial={EMPTY_ENDPOINT}
          lastFour={null}
          submitLabel="Add endpoint"
          error={error}
          onSubmit={(draft) => void add(draft)}
          onCancel={null}
        />
      </section>
      <PermissionsSection endpoints={endpoints} />
      <PatienceSection />
      <DataSection db={db} />
      <section>
        <h2>Diagnostics</h2>
        <p className="lead">How fast and how smoothly answers and tools come, measured on this machine only.</p>
        <p className="links">
          <a className="button" href="/diagnostics.html">
            Diagnostics
          </a>
        </p>
      </section>
    </main>
  );
}
