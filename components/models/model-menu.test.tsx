// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { elementText, render } from '../../lib/testing/render-component.tsx';
import { modelName } from '../parts/model-name.ts';
import { keyOfModel, type ModelEntry } from './model-entry.ts';
import { ModelMenu } from './model-menu.tsx';

async function describeModel(modelId: string, why: string | null): Promise<string> {
  const model = { endpointId: 'e', modelId };
  const name = modelName(model);
  const entry: ModelEntry = { key: keyOfModel(model), model, name, endpointName: 'Desk', words: name };
  const { host } = await render(
    <ModelMenu
      entries={[entry]}
      selected={model}
      favourites={[]}
      recent={[]}
      known={new Set()}
      listFacts={() => (why === null ? [] : [{ kind: 'context', text: '128k', why }])}
      onChoose={() => undefined}
      onFavourite={() => undefined}
      onSettings={() => undefined}
    />,
  );
  return elementText(host.querySelector('.model-about'));
}

test('the active model is described by its known properties', async () => {
  expect(await describeModel('qwen3', 'Context window: 128,000 tokens.')).toBe(
    'qwen3 Desk. Context window: 128,000 tokens.',
  );
  expect(await describeModel('Qwen/Qwen3', null)).toBe('Qwen/Qwen3');
});

test('a model that is listed by a part of its path shows the whole path there', async () => {
  expect(await describeModel('/models/Q4/llama.gguf', null)).toBe('llama /models/Q4/llama.gguf');
});
