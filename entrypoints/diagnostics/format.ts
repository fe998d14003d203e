import type { Spread, Threshold } from '../../lib/agent/index.ts';
import type { FailureCode, IncompleteReason, ResetReason } from '../../lib/contracts/index.ts';
import { formatNumber, type PlainKey, t } from '../../lib/i18n/index.ts';

const NOTHING = '–';

/** A no-break space between a number and its unit. */
const GAP = '\u00a0';

const unbroken = (text: string) => text.replaceAll(' ', GAP);

const oneDigit = (value: number) => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats milliseconds. */
export function formatMs(ms: number): string {
  if (ms < 1_000) return unbroken(t('milliseconds', { number: Math.round(ms) }));
  if (ms < 60_000) return unbroken(t('seconds', { number: oneDigit(ms / 1_000) }));
  return unbroken(t('minutesShort', { number: oneDigit(ms / 60_000) }));
}

/** Formats a share from 0 to 1. It is rounded down, so that 94.96 % is not shown as 95 %. */
export function formatShare(share: number): string {
  return unbroken(t('percent', { number: Math.floor(share * 1_000) / 10 }));
}

/** Formats a number with at most two decimals. */
export function formatCount(count: number): string {
  return formatNumber(count, { maximumFractionDigits: count < 10 ? 2 : 1 });
}

export function formatUnit(unit: Threshold['unit'], value: number): string {
  switch (unit) {
    case 'share':
      return formatShare(value);
    case 'milliseconds':
      return formatMs(value);
    case 'per-minute':
      return formatCount(value);
    default:
      return unit satisfies never;
  }
}

/** Formats a value, or a dash if it was not measured. */
export function orNothing<T>(value: T | null, format: (value: T) => string): string {
  return value === null ? NOTHING : format(value);
}

/** Formats the median and 95th percentile of durations. */
export function formatSpread({ p50, p95 }: Spread): string {
  return p50 === null || p95 === null ? NOTHING : `${formatMs(p50)}${GAP}/${GAP}${formatMs(p95)}`;
}

/** How an answer ended, or why a step was repeated. */
type Code = 'complete' | IncompleteReason | FailureCode | ResetReason;

const MESSAGES: Record<Code, PlainKey> = {
  complete: 'codeComplete',
  cancelled: 'codeCancelled',
  interrupted: 'codeInterrupted',
  length: 'codeLength',
  'content-filter': 'codeContentFilter',
  'step-limit': 'codeStepLimit',
  auth: 'codeAuth',
  permission: 'codePermission',
  'origin-refused': 'codeOriginRefused',
  'not-found': 'codeNotFound',
  network: 'codeNetwork',
  timeout: 'codeTimeout',
  'rate-limit': 'codeRateLimit',
  'context-length': 'codeContextLength',
  'bad-response': 'codeBadResponse',
  internal: 'codeInternal',
  'tools-unsupported': 'codeToolsUnsupported',
  'pdf-refused': 'codePdfRefused',
  retry: 'codeRetry',
};

/**
 * Returns a code of a measurement in words. Codes of older versions, and names of call formats, are shown unchanged.
 */
export function codeText(code: string): string {
  if (code === 'native') return t('nativeCalls');
  return Object.hasOwn(MESSAGES, code) ? t(MESSAGES[code as Code]) : code;
}
