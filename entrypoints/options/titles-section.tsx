import { FormField } from '../../components/form-field.tsx';
import { keyOfModel, modelEntries } from '../../components/model-entry.ts';
import { taskModels } from '../../lib/browser/settings.ts';
import { useSetting } from '../../lib/panel/use-setting.ts';
import type { Endpoint } from '../../lib/protocol/endpoint.ts';

/** Which model makes the titles of chats, if any. */
export function TitlesSection({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const [models = {}, setModels] = useSetting(taskModels);
  const entries = modelEntries(endpoints);
  const { title, ...others } = models;
  const choose = (key: string) => {
    const chosen = entries.find((entry) => entry.key === key);
    setModels(chosen ? { ...others, title: chosen.model } : others);
  };
  return (
    <section>
      <h2>Titles</h2>
      <FormField
        label="Chats are named by"
        hint="A model is sent the beginning of the question and of the answer, once a chat: about 400 tokens. A small one will do."
      >
        {(id) => (
          <select id={id} value={title ? keyOfModel(title) : ''} onChange={(event) => choose(event.target.value)}>
            <option value="">The beginning of the question</option>
            {[...Map.groupBy(entries, (entry) => entry.endpointName)].map(([name, group]) => (
              <optgroup key={name} label={name}>
                {group.map((entry) => (
                  <option key={entry.key} value={entry.key}>
                    {entry.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </FormField>
    </section>
  );
}
