// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { control, enterText, press, render } from '../../lib/testing/render-component.tsx';
import { BackupScheduleForm, type NewSchedule } from './backup.tsx';

test('the number of kept backups can be cleared and typed again, and only valid numbers count', async () => {
  const schedules: NewSchedule[] = [];
  const nothing = () => undefined;
  const { host } = await render(
    <BackupScheduleForm
      schedule={null}
      report={{ madeAt: null, fileName: '', failure: null } as never}
      isBusy={false}
      error={null}
      canChooseFolder
      onTurnOn={(schedule) => schedules.push(schedule)}
      onTurnOff={nothing}
      onBackUp={nothing}
      onAllowFolder={nothing}
    />,
  );
  const folder = [...host.querySelectorAll<HTMLInputElement>('input[type="radio"]')].at(-1);
  await act(async () => folder?.click());
  const field = host.querySelector<HTMLInputElement>('input[type="number"]') as HTMLInputElement;
  const turnOn = async () => {
    for (const each of host.querySelectorAll<HTMLInputElement>('input[type="password"]'))
      await enterText(each, 'correct horse battery');
    await press(host, 'Turn on scheduled backups');
    return schedules.at(-1)?.kept;
  };
  await enterText(field, '');
  expect(field.value).toBe('');
  expect(await turnOn()).toBe(5);
  await enterText(field, '12');
  expect(await turnOn()).toBe(12);
  await enterText(field, '1200');
  expect(await turnOn()).toBe(12);
  await act(async () => {
    field.focus();
    field.blur();
  });
  expect(field.value).toBe('12');
  expect(control(host, 'Turn on scheduled backups')).toBeDefined();
});
