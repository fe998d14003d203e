import * as z from 'zod';
import { ModelSettings, type RequestExtrasError, requestExtrasError } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';

/** Settings of a model as form fields. '' uses the default of the server or of Sidenote. */
export type SettingsDraft = Record<Exclude<keyof ModelSettings, Switch>, string> & Record<Switch, '' | 'on' | 'off'>;

/** Settings that are on, off, or default. */
type Switch = 'tools' | 'checksFacts';

export type SettingsErrors = Partial<Record<keyof ModelSettings, string>>;

export function draftOfSettings(settings: ModelSettings): SettingsDraft {
  const { temperature, maxOutputTokens, reasoningEffort, systemPrompt, contextLimit, maxSteps, tools } = settings;
  return {
    temperature: formatOptionalNumber(temperature),
    maxOutputTokens: formatOptionalNumber(maxOutputTokens),
    reasoningEffort: reasoningEffort ?? '',
    systemPrompt: systemPrompt ?? '',
    contextLimit: formatOptionalNumber(contextLimit),
    maxSteps: formatOptionalNumber(maxSteps),
    tools: toSwitchValue(tools),
    checksFacts: toSwitchValue(settings.checksFacts),
    pageContext: settings.pageContext ?? '',
    pdfs: settings.pdfs ?? '',
    keepLoadedMinutes: formatOptionalNumber(settings.keepLoadedMinutes),
    headers: formatJson(settings.headers),
    body: formatJson(settings.body),
  };
}

/** Returns the settings that were entered, or the errors by field. */
export function readSettings(draft: SettingsDraft): { settings: ModelSettings } | { errors: SettingsErrors } {
  const entered = {
    temperature: numberIn(draft.temperature),
    maxOutputTokens: numberIn(draft.maxOutputTokens),
    reasoningEffort: draft.reasoningEffort || undefined,
    systemPrompt: draft.systemPrompt.trim() || undefined,
    contextLimit: numberIn(draft.contextLimit),
    maxSteps: numberIn(draft.maxSteps),
    tools: switchIn(draft.tools),
    checksFacts: switchIn(draft.checksFacts),
    pageContext: draft.pageContext || undefined,
    pdfs: draft.pdfs || undefined,
    keepLoadedMinutes: numberIn(draft.keepLoadedMinutes),
    headers: jsonIn(draft.headers),
    body: jsonIn(draft.body),
  };
  const present = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== undefined));
  const read = ModelSettings.safeParse(present);
  if (read.success) return { settings: read.data };
  const errors: SettingsErrors = {};
  for (const issue of read.error.issues) {
    const extras = requestExtrasError(issue);
    const field = issue.path[0] as keyof ModelSettings;
    errors[field] ??= extras === null ? rangeText(field) : requestExtrasText(extras);
  }
  return { errors };
}

/** Returns the valid input for a number or text field. Other fields are lists, or have their own errors. */
function rangeText(field: keyof ModelSettings): string {
  const type = ModelSettings.shape[field].unwrap();
  if (!(type instanceof z.ZodNumber))
    return t('textTooLong', { most: (type instanceof z.ZodString && type.maxLength) || 0 });
  const range = { low: type.minValue ?? 0, high: type.maxValue ?? 0 };
  return type.isInt ? t('wholeNumberFromTo', range) : t('numberFromTo', range);
}

function toSwitchValue(isOn: boolean | undefined): '' | 'on' | 'off' {
  return isOn === undefined ? '' : isOn ? 'on' : 'off';
}

function switchIn(choice: '' | 'on' | 'off'): boolean | undefined {
  return choice === '' ? undefined : choice === 'on';
}

function formatOptionalNumber(number: number | undefined): string {
  return number === undefined ? '' : String(number);
}

function numberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function formatJson(value: object | undefined): string {
  return value === undefined || Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
}

/** Invalid JSON remains text, which the validation then rejects with its own message. */
function jsonIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the message for invalid custom headers or fields, and what to enter instead. */
export function requestExtrasText(error: RequestExtrasError): string {
  switch (error.code) {
    case 'headers-not-json':
      return t('headersAreJson', { example: '{"X-Title": "Sidenote"}' });
    case 'too-many-headers':
      return t('headersTooMany', { most: error.most });
    case 'header-bad-name':
      return t('headerNoName', { name: error.name });
    case 'header-not-here':
      return t('headerNotHere', { name: error.name });
    case 'header-not-text':
      return t('headerNoText', { name: error.name });
    case 'header-bad-value':
      return t('headerBadValue', { name: error.name });
    case 'header-looks-like-key':
      return t('headerLooksLikeKey', { name: error.name });
    case 'fields-not-json':
      return t('fieldsAreJson', { example: '{"top_p": 0.9}' });
    case 'field-is-ours':
      return t('fieldIsOurs', { name: error.name });
    case 'fields-too-long':
      return t('fieldsTooLong');
    case 'field-looks-like-key':
      return t('fieldLooksLikeKey');
    case 'field-not-finite':
      return t('fieldNotFinite');
    case 'field-value-not-json':
      return t('fieldNotJson');
    case 'fields-too-deep':
      return t('fieldsTooDeep');
    case 'field-bad-name':
      return t('fieldNoName', { name: error.name });
    default:
      return error satisfies never;
  }
}
