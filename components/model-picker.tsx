import type { Endpoint } from '../lib/protocol/endpoint.ts';
import type { ModelRef } from '../lib/protocol/model.ts';
import './model-picker.css';

type Props = { endpoints: readonly Endpoint[]; selected: ModelRef; onSelect: (model: ModelRef) => void };

/** Chooses the model new questions go to. A chosen model that is gone stays chosen: nothing is switched silently. */
export function ModelPicker({ endpoints, selected, onSelect }: Props) {
  const models = endpoints.flatMap(({ endpointId, models }) => models.map((modelId) => ({ endpointId, modelId })));
  const isKnown = models.some((model) => keyOf(model) === keyOf(selected));
  return (
    <select
      className="model-picker"
      aria-label="Model"
      value={keyOf(selected)}
      onChange={(event) => {
        const model = models.find((each) => keyOf(each) === event.target.value);
        if (model) onSelect(model);
      }}
    >
      {!isKnown && <option value={keyOf(selected)}>{selected.modelId} (not available)</option>}
      {endpoints.map((endpoint) => (
        <optgroup key={endpoint.endpointId} label={endpoint.name}>
          {endpoint.models.map((modelId) => (
            <option key={modelId} value={keyOf({ endpointId: endpoint.endpointId, modelId })}>
              {modelId === 'practice' && endpoint.endpointId === 'practice' ? 'Practice model (not an AI)' : modelId}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

function keyOf({ endpointId, modelId }: ModelRef): string {
  return JSON.stringify([endpointId, modelId]);
}
