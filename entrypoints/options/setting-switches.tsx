import { ManagedField } from '../../components/parts/form-field.tsx';
import { SETTINGS, type SwitchName, type SwitchSection, switchesIn } from '../../lib/contracts/index.ts';
import { settings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useIsManaged, useSetting } from '../../lib/react/index.ts';

/** The switches of a section, in the order of the table of settings. */
export function SettingSwitches({ section }: { section: SwitchSection }) {
  return switchesIn(section).map((name) => <SettingSwitch key={name} name={name} />);
}

function SettingSwitch({ name }: { name: SwitchName }) {
  const { fallback, switch: texts } = SETTINGS[name];
  const [isOn = fallback, setOn] = useSetting<boolean>(settings[name]);
  return (
    <ManagedField isManaged={useIsManaged(name)}>
      <div className="field">
        <label className="toggle">
          <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
          {t(texts.label)}
        </label>
        <p className="hint">{t(texts.hint)}</p>
      </div>
    </ManagedField>
  );
}
