import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/parts/buttons.tsx';
import { FormField, TextField } from '../../components/parts/form-field.tsx';
import { Prompt } from '../../lib/contracts/index.ts';
import { settings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useSetting } from '../../lib/react/index.ts';

/** The user's own prompts, which `/` in the panel offers. */
export function PromptsSection() {
  const [prompts = [], setPrompts] = useSetting(settings.prompts);
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const parseResult = Prompt.safeParse({
    name: name.trim().replace(/^\/|\s+/g, (mark) => (mark === '/' ? '' : '-')),
    text: text.trim(),
  });
  const others = (gone: string) => prompts.filter((prompt) => prompt.name !== gone);
  return (
    <section>
      <h2 id="prompts">{t('prompts')}</h2>
      <p className="lead">{t('promptsLead')}</p>
      <ul className="prompts">
        {prompts.map((prompt) => (
          <li key={prompt.name}>
            <b>/{prompt.name}</b>
            <span dir="auto">{prompt.text}</span>
            <IconButton
              label={t('removePrompt', { name: prompt.name })}
              title={t('remove')}
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
          if (!parseResult.success) return;
          setPrompts([...others(parseResult.data.name), parseResult.data]);
          setName('');
          setText('');
        }}
      >
        <TextField label={t('promptName')} value={name} maxLength={40} onText={setName} />
        <FormField
          label={t('promptText')}
          hint={t('promptHint', { selection: '{{selection}}', title: '{{page_title}}', url: '{{url}}' })}
        >
          {(control) => (
            <textarea {...control} dir="auto" rows={3} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </FormField>
        <div className="form-buttons">
          <button type="submit" className="button" disabled={!parseResult.success}>
            {t('savePrompt')}
          </button>
        </div>
      </form>
    </section>
  );
}
