import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { prompts as promptSetting } from '../../lib/browser/settings.ts';
import { useSetting } from '../../lib/panel/use-setting.ts';
import { Prompt } from '../../lib/protocol/prompt.ts';

/** The person's own prompts, which `/` in the panel offers. */
export function PromptsSection() {
  const [prompts = [], setPrompts] = useSetting(promptSetting);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const added = Prompt.safeParse({
    name: name.trim().replace(/^\/|\s+/g, (mark) => (mark === '/' ? '' : '-')),
    text: text.trim(),
  });
  const others = (gone: string) => prompts.filter((prompt) => prompt.name !== gone);
  return (
    <section>
      <h2>Prompts</h2>
      <p className="lead">Type / in the panel to use them. One with the name of a built-in prompt takes its place.</p>
      <ul className="prompts">
        {prompts.map((prompt) => (
          <li key={prompt.name}>
            <b>/{prompt.name}</b>
            <span dir="auto">{prompt.text}</span>
            <IconButton
              label={`Remove prompt: ${prompt.name}`}
              title="Remove"
              onClick={() => setPrompts(others(prompt.name))}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!added.success) return;
          setPrompts([...others(added.data.name), added.data]);
          setName('');
          setText('');
        }}
      >
        <FormField label="Prompt name" hint="">
          {(id) => <input id={id} value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />}
        </FormField>
        <FormField
          label="Prompt text"
          hint="{{selection}} stands for the text you have selected, {{page_title}} and {{url}} for the page."
        >
          {(id) => (
            <textarea id={id} dir="auto" rows={3} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </FormField>
        <button type="submit" className="button" disabled={!added.success}>
          Save prompt
        </button>
      </form>
    </section>
  );
}
