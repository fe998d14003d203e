import type { FieldValue } from '../../contracts/index.ts';
import { oneLine } from '../../page-reader/dom/index.ts';
import { type Check, type ControlRefusal, refuse, refuseOption } from './choices.ts';
import type { Choice } from './control-value.ts';
import type { Control } from './controls.ts';
import { drawnOptions, showsChoice } from './drawn-box.ts';
import { chooseNative, namedChoices, selectOptions } from './native-select.ts';
import { pressElement, waitFor, waitForHandlers } from './page-events.ts';

/** How long a box may take to open its options, in milliseconds. */
const OPENS_WITHIN_MS = 500;

/**
 * Chooses an option of a hidden native list in the box that draws it, as a user does. A box that shows no such option
 * may follow the native list; if it does not, the list gets its option back, because what is chosen would not be what
 * the user sees.
 */
export async function chooseInDrawnSelect(
  control: Control,
  box: HTMLElement,
  value: FieldValue,
  check: Check,
): Promise<ControlRefusal> {
  const select = control.element as HTMLSelectElement;
  const [choice] = namedChoices(control, value);
  if (choice === undefined) return refuseOption(control);
  if (choice.isDisabled) return refuse('disabled');
  if (choice.isChosen) return null;
  const before = new Set<HTMLElement>([...select.selectedOptions]);
  const refusal = await pressDrawnOption(box, choice, check);
  if (refusal !== null || (choice.element as HTMLOptionElement).selected) return refusal;
  const nativeRefusal = chooseNative(control, value, () => check({ isOpen: true }));
  if (nativeRefusal !== null) return nativeRefusal;
  await waitForHandlers();
  if (showsChoice(box, select)) return null;
  selectOptions(select, before);
  return refuse('not-taken');
}

async function pressDrawnOption(box: HTMLElement, { element, label }: Choice, check: Check): Promise<ControlRefusal> {
  const text = oneLine((element as HTMLOptionElement).text);
  const before = new Set(drawnOptions(box, text));
  const refusal = await pressElement(partAtCenter(box), check);
  if (refusal !== null) return refusal;
  const option = await waitFor(
    () => drawnOptions(box, text).find((each) => !before.has(each)) ?? null,
    OPENS_WITHIN_MS,
  );
  if (option === null) return null;
  const isSameOption = () => oneLine(option.textContent ?? '') === text && (element as HTMLOptionElement).isConnected;
  const press = await pressElement(
    option,
    () => check({ isOpen: true }) ?? (isSameOption() ? null : refuse('no-such-option', label)),
  );
  await waitForHandlers();
  return press;
}

/** The part of a box that a click in its middle would hit. */
function partAtCenter(box: HTMLElement): HTMLElement {
  box.scrollIntoView?.({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = box.getBoundingClientRect();
  const part = box.ownerDocument.elementFromPoint?.(left + width / 2, top + height / 2);
  return part instanceof HTMLElement && box.contains(part) ? part : box;
}
