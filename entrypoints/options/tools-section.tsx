import { ToolList } from '../../components/tools/tool-list.tsx';
import { switchedOffTools } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useSetting } from '../../lib/react/index.ts';

/** Which tools models may use. */
export function ToolsSection() {
  const [switchedOff = [], setSwitchedOff] = useSetting(switchedOffTools);
  return (
    <section aria-labelledby="tools">
      <h2 id="tools">{t('tools')}</h2>
      <p className="lead">{t('toolsLead')}</p>
      <ToolList
        switchedOff={switchedOff}
        onSwitch={(toolName, isOn) => {
          const others = switchedOff.filter((name) => name !== toolName);
          setSwitchedOff(isOn ? others : [...others, toolName]);
        }}
      />
    </section>
  );
}
