import { useEffect, useRef } from 'react';
import type { Prompt } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import '../parts/menu.css';
import './prompt-menu.css';

/** `server`: the name of the MCP server that offers it; absent for prompts of the user and of this program. */
export type OfferedPrompt = Prompt & { server?: string; onPick: () => void };

type Props = {
  id: string;
  prompts: readonly OfferedPrompt[];
  active: number;
  onActive: (index: number) => void;
};

/** The prompts offered while the field contains `/`. The field keeps the focus. */
export function PromptMenu({ id, prompts, active, onActive }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div id={id} ref={list} className="menu prompt-menu" role="listbox" aria-label={t('prompts')}>
      {prompts.map((prompt, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are pressed in the field
        <div
          key={`${prompt.server} ${prompt.name}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(index)}
          onClick={prompt.onPick}
        >
          <b>/{prompt.name}</b> {prompt.server !== undefined && <small>{prompt.server}</small>}{' '}
          <span>{prompt.text}</span>
        </div>
      ))}
    </div>
  );
}
