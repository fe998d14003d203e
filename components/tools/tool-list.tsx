import { TOOL_CATEGORIES, type ToolCategory } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ToolIcon } from './tool-icon.tsx';
import { toolPurpose } from './tool-labels.ts';
import { shownTools } from './tool-views.ts';
import './tool-list.css';

type Props = {
  /** The names of the tools that the user turned off. */
  switchedOff: readonly string[];
  onSwitch: (toolName: string, isOn: boolean) => void;
};

/** All built-in tools by category, each with a switch. */
export function ToolList({ switchedOff, onSwitch }: Props) {
  return TOOL_CATEGORIES.map((category) => {
    const tools = shownTools.filter(({ view }) => view.category === category);
    if (tools.length === 0) return null;
    return (
      <fieldset key={category} className="tool-list">
        <legend>{categoryName(category)}</legend>
        {tools.map(({ name, view }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!switchedOff.includes(name)}
              onChange={({ target }) => onSwitch(name, target.checked)}
            />
            <ToolIcon icon={view.icon} />
            <span>
              {toolPurpose(view)} <code>{name}</code>
            </span>
          </label>
        ))}
      </fieldset>
    );
  });
}

function categoryName(category: ToolCategory): string {
  switch (category) {
    case 'page':
      return t('toolsOfPage');
    case 'web':
      return t('toolsOfWeb');
    case 'own-data':
      return t('toolsOfOwnData');
    case 'action':
      return t('toolsOfAction');
    default:
      return category satisfies never;
  }
}
