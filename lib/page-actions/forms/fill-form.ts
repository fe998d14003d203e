import type {
  FieldResult,
  FieldValue,
  FieldValues,
  FillOutcome,
  FormField,
  FormTarget,
} from '../../contracts/index.ts';
import { VisibilityCheck } from '../../page-reader/capture/index.ts';
import { type Check, type ControlRefusal, matchChoices, refuse } from './choices.ts';
import { readError, readState, readValue } from './control-value.ts';
import { type Control, isReachable, isSeen } from './controls.ts';
import { isSameDay } from './dates.ts';
import { type FindOptions, findAgain } from './find-again.ts';
import { type LiveForm, readDifference, readForms } from './form-definition.ts';
import { keepFromSending, type SendingGuard } from './no-sending.ts';
import { nextFrame, waitFor, waitForHandlers } from './page-events.ts';
import { isSameValue } from './same-value.ts';
import { setValue } from './set-value.ts';

/**
 * How long filling may take in total, and how long a field may take to become ready after another was filled.
 * Milliseconds.
 */
const LIMIT_MS = 20_000;
const READY_WITHIN_MS = 500;
/**
 * How long a page may take to check values after the last one was filled in, and the limit if the page says that it is
 * busy.
 */
const CHECKED_WITHIN_MS = 300;
const BUSY_WITHIN_MS = 2_000;

/**
 * Fills a form with the approved values, if the form is unchanged since the approval, and reports for each field what
 * the page then shows. Tries each field once. Submits nothing. `replaced` gets the previous value of each field.
 */
export async function fillPageForm(
  document: Document,
  approved: FormTarget,
  values: FieldValues,
  replaced = new Map<string, FieldValue>(),
  options: FindOptions = {},
): Promise<FillOutcome> {
  const formMatch = findAgain(approved, Object.keys(values), readForms(document), options);
  if (formMatch.type === 'differs') return { type: 'stopped', differences: formMatch.differences };
  for (const [key, { value }] of formMatch.fields) if (value !== null) replaced.set(key, value);
  const guard = keepFromSending(document);
  try {
    const attempts = await fillFields(document, formMatch.form, formMatch.fields, values, guard);
    await nextFrame();
    await waitForChecks(document, attempts);
    // Some pages recreate a form at each change.
    const isStale = attempts.some(({ control }) => control !== null && !control.element.isConnected);
    const forms = isStale ? readForms(document) : [];
    const results = attempts.map((attempt) =>
      prove(attempt, findPlace(formMatch.form, attempt.field, forms, { mayHaveMore: true })?.control ?? null),
    );
    const unknown = Object.keys(values).filter((key) => !formMatch.fields.has(key));
    return {
      type: 'filled',
      fields: [...results, ...unknown.map(unknownField)],
      hasTriedToSend: guard.hasTriedToSend(),
    };
  } finally {
    guard.end();
  }
}

/**
 * Waits until the page's scripts had time to check or replace values, for example by asking their server, and until
 * busy fields are ready.
 */
async function waitForChecks({ scripts }: Document, attempts: readonly Attempt[]): Promise<void> {
  if (scripts.length === 0) return;
  await new Promise((resolve) => setTimeout(resolve, CHECKED_WITHIN_MS));
  const isBusy = () => attempts.some(({ control }) => control?.element.closest('[aria-busy="true"]'));
  await waitFor(() => !isBusy() || null, BUSY_WITHIN_MS);
}

type Attempt = { key: string; field: FormField; control: Control | null; value: FieldValue; refusal: ControlRefusal };

/** Fields are filled in page order, in which pages show the next fields and load their choices. */
async function fillFields(
  document: Document,
  form: LiveForm,
  fields: ReadonlyMap<string, FormField>,
  values: FieldValues,
  guard: SendingGuard,
): Promise<Attempt[]> {
  const until = Date.now() + LIMIT_MS;
  const attempts: Attempt[] = [];
  let forms: readonly LiveForm[] = [];
  const inOrder = form.definition.fields.filter(({ key }) => [...fields.values()].some((field) => field.key === key));
  for (const field of inOrder) {
    const key = [...fields].find(([, each]) => each.key === field.key)?.[0] ?? field.key;
    const value = values[key] as FieldValue;
    if (Date.now() > until) {
      attempts.push({ key, field, control: null, value, refusal: refuse('timeout') });
      continue;
    }
    let place = findPlace(form, field, forms);
    // Reading takes long, so forms are read again only if the page has replaced the field since.
    if (place === null) {
      forms = readForms(document);
      place = findPlace(form, field, forms);
    }
    const refusal = place === null ? null : await fillField(place, value, guard);
    attempts.push({ key, field, control: place?.control ?? null, value, refusal });
    await waitForHandlers();
  }
  return attempts;
}

/** A field of a form in its current state, and its control. */
type Place = { form: LiveForm; field: FormField; control: Control };

/**
 * The current place of a field, even if the page has recreated it since another field was filled: then, it is looked for
 * in `forms`. Null if it no longer exists there.
 */
function findPlace(
  form: LiveForm,
  field: FormField,
  forms: readonly LiveForm[],
  options: FindOptions = {},
): Place | null {
  const control = form.controls.get(field.key);
  if (control?.element.isConnected) return { form, field, control };
  const now = findAgain(form.definition, [field.key], forms, options);
  if (now.type !== 'found') return null;
  const fieldNow = now.fields.get(field.key);
  const controlNow = now.form.controls.get(fieldNow?.key ?? '');
  return fieldNow && controlNow?.element.isConnected ? { form: now.form, field: fieldNow, control: controlNow } : null;
}

async function fillField(place: Place, value: FieldValue, guard: SendingGuard): Promise<ControlRefusal> {
  const { control } = place;
  const { element } = control;
  guard.include(element);
  bringIntoView(element);
  if (!canBeUsed(control)) {
    // A bar at the edge of the window may cover it.
    centre(element);
    // The list of another field may still be fading out above it.
    await waitFor(() => canBeUsed(control) || null, READY_WITHIN_MS);
  }
  // A field may be closed until another one has been filled.
  await waitFor(
    () => (readState(control) === 'open' ? true : null),
    readState(control) === 'disabled' ? READY_WITHIN_MS : 0,
  );
  const check: Check = (options) => checkField(place, options);
  return check() ?? setValue(control, value, check);
}

/**
 * Scrolls to an element. An element out of view gets into the middle, so that the next fields come into view as well: a
 * browser paints the page again after each scroll.
 */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  element.scrollIntoView?.({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (element.getBoundingClientRect().top !== top) centre(element);
}

function centre(element: HTMLElement): void {
  element.scrollIntoView?.({ block: 'center', inline: 'nearest', behavior: 'instant' });
}

/** Whether the user sees a control, and a click would hit it. */
function canBeUsed({ element, kind }: Control): boolean {
  const check = new VisibilityCheck(element.ownerDocument);
  return isSeen(element, kind, check) && isReachable(element, check);
}

/**
 * Why a control may not be filled now, or null. Checked again after it received the focus, because pages can change it
 * then.
 */
function checkField({ form, field, control }: Place, { isOpen = false } = {}): ControlRefusal {
  if (!isOpen && !canBeUsed(control)) return refuse('not-seen');
  const state = readState(control);
  if (state !== 'open' && !(isOpen && state === 'disabled')) return refuse(state);
  const difference = readDifference(form, field, control);
  return difference === null ? null : refuse('differs', difference);
}

/** What the page shows for a field after all fields were filled. */
function prove({ key, field, value, refusal }: Attempt, control: Control | null): FieldResult {
  const identity = { key, label: field.label };
  if (control === null)
    return refusal === null
      ? { ...identity, status: 'gone' }
      : { ...identity, status: 'refused', ...refusal, value: null };
  if (readState(control) === 'secret')
    return { ...identity, status: 'refused', reason: 'secret', message: '', value: null };
  const now = readValue(control);
  if (refusal !== null) return { ...identity, status: 'refused', ...refusal, value: now };
  const error = readError(control);
  if (error !== '') return { ...identity, status: 'refused', reason: 'invalid', message: error, value: now };
  // A value may name a choice by the page's own value for it.
  const choiceLabels = matchChoices(control, value).map(({ label }) => label);
  const isDay = control.kind === 'calendar' && isSameDay(String(now), String(value));
  if (isDay || isSameValue(now, value) || (choiceLabels.length > 0 && isSameValue(now, choiceLabels)))
    return { ...identity, status: 'set', value: now };
  if (isSameValue(now, field.value ?? ''))
    return { ...identity, status: 'refused', reason: 'not-taken', message: '', value: now };
  return { ...identity, status: 'changed', value: now };
}

function unknownField(key: string): FieldResult {
  return { key, label: '', status: 'refused', reason: 'unknown-field', message: '', value: null };
}
