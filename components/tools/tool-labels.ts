import type { ToolCall, ToolLabel, ToolView } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { shortened } from '../parts/rich-text.tsx';
import { shownTools } from './tool-views.ts';

/** The forms of a label: while a call runs, after success, after a failure, and for the tool in general. */
type Tense = 'Doing' | 'Done' | 'Failed' | 'Name';

/** Returns how calls of this tool are shown. Null if it is not a built-in tool. */
export function findToolView(toolName: string): ToolView | null {
  return shownTools.find(({ name }) => name === toolName)?.view ?? null;
}

/**
 * Describes what a call does or did, in the user's language: “Reading example.org”, “Searched example.org for “tides””.
 * `pageUrl` is the page that the question is about, or null if unknown. A tool without a view is called by its name.
 */
export function toolLabels(call: ToolCall, pageUrl: string | null): string {
  for (const label of findToolView(call.toolName)?.labels ?? []) {
    const values = resolveLabelValues(label, call, pageUrl);
    if (values !== null) return phraseText(label.phrase, pickTense(call), values);
  }
  return toolTitle(call.toolName);
}

/** Describes what a tool is for, without a call: “Read the page”. */
export function toolPurpose({ labels }: ToolView): string {
  const plainest = labels.at(-1);
  return plainest === undefined ? '' : phraseText(plainest.phrase, 'Name', {});
}

/**
 * Returns the values of the label's placeholders. Null if one is unknown. Arguments may have any value, because models
 * write them.
 */
function resolveLabelValues(label: ToolLabel, call: ToolCall, pageUrl: string | null): Record<string, string> | null {
  const input = 'input' in call && typeof call.input === 'object' && call.input !== null ? call.input : {};
  const shortenArgument = (argument: string) => shortText((input as Record<string, unknown>)[argument]);
  const values = Object.entries(label.values ?? {}).map(
    ([name, argument]) => [name, shortenArgument(argument)] as const,
  );
  const host =
    label.host === undefined ? [] : [['host', findLabelHost(label.host, { call, pageUrl, shortenArgument })] as const];
  const all = [...values, ...host];
  const isMissing = label.requires !== undefined && shortenArgument(label.requires) === '';
  const isOther = Object.entries(label.when ?? {}).some(([argument, value]) => shortenArgument(argument) !== value);
  return isMissing || isOther || all.some(([, value]) => value === '') ? null : Object.fromEntries(all);
}

type HostFacts = { call: ToolCall; pageUrl: string | null; shortenArgument: (argument: string) => string };

/** Returns the host that a label names, or '' if it is unknown. */
function findLabelHost(source: NonNullable<ToolLabel['host']>, { call, pageUrl, shortenArgument }: HostFacts): string {
  if (typeof source === 'object') return URL.parse(shortenArgument(source.argument))?.host ?? '';
  return URL.parse(sourceUrl(call) ?? (source === 'page' ? (pageUrl ?? '') : ''))?.host ?? '';
}

/** Returns the address that a result gives as its source, or null. */
export function sourceUrl(call: ToolCall): string | null {
  const url = call.state === 'output-available' ? call.output.details?.url : null;
  return typeof url === 'string' ? url : null;
}

function pickTense({ state }: ToolCall): Tense {
  if (state === 'output-available') return 'Done';
  return state === 'output-error' ? 'Failed' : 'Doing';
}

/** All tenses of a phrase have the same placeholders. A test compares them with the values of the labels. */
function phraseText(phrase: ToolLabel['phrase'], tense: Tense, values: Record<string, string>): string {
  const translate: (key: PlainKey, values?: Record<string, string>) => string = t;
  return translate(`${phrase}${tense}` as PlainKey, values);
}

/** Turns `note_down` into a readable name: Note down. */
function toolTitle(toolName: string): string {
  const words = toolName.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shortText(value: unknown): string {
  return shortened(typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');
}
