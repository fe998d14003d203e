import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PromptSuggestion } from './suggestion-menu.tsx';

test('a prompt is listed with words for the selected text, not with its placeholder', () => {
  const prompt = { name: 'explain', text: 'Explain {{selection}} in plain words.', onPick: () => undefined };
  const html = renderToStaticMarkup(<PromptSuggestion prompt={prompt} />);
  expect(html).toContain('Explain the text I have selected in plain words.');
});
