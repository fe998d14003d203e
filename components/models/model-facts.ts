import type { Capability, Evidence, Failure, ModelPrice, ModelSpeed, RateLimit } from '../../lib/contracts/index.ts';
import { formatNumber, language, t } from '../../lib/i18n/index.ts';
import { formatDollars } from '../parts/amounts.ts';
import { failureMessage } from '../parts/failure-message.ts';

/** One known property of a model. `text` is short, `why` is a sentence. */
export type ModelFact = {
  kind: 'tools' | 'vision' | 'reasoning' | 'context' | 'price' | 'speed' | 'limit';
  text: string;
  why: string;
};

/** Whether `modelFacts` returns anything. It is fast, because it is called for thousands of models. */
export function hasFacts(capability: Capability | undefined, neverTakesTools: boolean): boolean {
  if (capability === undefined) return neverTakesTools;
  const { supportsTools, vision, reasoning, contextWindow, price, speed } = capability;
  return (
    supportsTools !== null ||
    neverTakesTools ||
    vision === true ||
    reasoning === true ||
    Boolean(contextWindow || price || speed)
  );
}

/**
 * Returns the known properties of a model, for the list of models. `lacksToolSupport`: its family is known not to
 * support tools.
 */
export function modelFacts(capability: Capability | undefined, neverTakesTools: boolean): ModelFact[] {
  const facts: ModelFact[] = [];
  const supportsTools = capability?.supportsTools ?? (neverTakesTools ? false : null);
  if (supportsTools !== null) {
    const why = toolsSentence(capability, neverTakesTools);
    facts.push({ kind: 'tools', text: t(supportsTools ? 'factTools' : 'factTags'), why });
  }
  if (capability?.vision === true) facts.push({ kind: 'vision', text: t('factVision'), why: t('factVisionWhy') });
  if (capability?.reasoning === true) {
    facts.push({ kind: 'reasoning', text: t('factReasoning'), why: t('factReasoningWhy') });
  }
  if (capability?.contextWindow) {
    const tokens = capability.contextWindow;
    const why = t('factContextWhy', { tokens });
    facts.push({ kind: 'context', text: shortCount(tokens), why });
  }
  if (capability?.price) facts.push(priceFact(capability.price));
  if (capability?.speed) facts.push(speedFact(capability.speed));
  if (capability?.rateLimit && Date.now() - capability.rateLimit.at < LIMIT_SHOWN_MS) {
    facts.push(limitFact(capability.rateLimit));
  }
  return facts;
}

/**
 * Says in a sentence how tools are offered to a model, and the reason for this assumption. `lacksToolSupport`: only its
 * family is known.
 */
export function toolsSentence(capability: Capability | undefined, neverTakesTools: boolean): string {
  if (capability === undefined || capability.supportsTools === null) {
    if (neverTakesTools) return t('tagsByFamily');
    const tested =
      capability?.source === 'probe' && t('toolsLeftOpen', { evidence: evidenceText(capability.evidence) });
    return [tested, t('toolsUnknown')].filter(Boolean).join(' ');
  }
  const { supportsTools: isNative } = capability;
  const evidence = evidenceText(capability.evidence);
  const day = new Date(capability.checkedAt).toLocaleDateString(language());
  switch (capability.source) {
    case 'user':
      return isNative ? t('nativeByUser') : t('tagsByUser');
    case 'reply':
      return isNative ? t('nativeByReply', { day }) : t('tagsByReply', { day });
    case 'error':
      return isNative ? t('nativeByError', { evidence, day }) : t('tagsByError', { evidence, day });
    case 'probe':
      return isNative ? t('nativeByProbe', { evidence, day }) : t('tagsByProbe', { evidence, day });
    case 'listing':
      return isNative ? t('nativeByListing', { day }) : t('tagsByListing', { day });
    case 'catalog':
      return isNative ? t('nativeByCatalog') : t('tagsByCatalog');
    default:
      return capability.source satisfies never;
  }
}

/** Limits are per minute or day, so values that are some minutes old mean little. In milliseconds. */
const LIMIT_SHOWN_MS = 10 * 60_000;

function limitFact({ requests, tokens }: RateLimit): ModelFact {
  const parts = [requests, tokens].filter((each) => each !== null);
  const share = Math.min(...parts.map(({ left, limit }) => left / limit));
  const sentences = [
    ...(requests === null ? [] : [t('factLimitRequests', requests)]),
    ...(tokens === null ? [] : [t('factLimitTokens', tokens)]),
  ];
  const percent = formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });
  return { kind: 'limit', text: t('factLimit', { share: percent }), why: sentences.join(' ') };
}

function speedFact({ tokens, ms }: ModelSpeed): ModelFact {
  const perSecond = tokens / (ms / 1000);
  const rate = formatNumber(perSecond, { maximumFractionDigits: perSecond < 10 ? 1 : 0 });
  return { kind: 'speed', text: t('tokenRate', { rate }), why: t('factSpeedWhy', { rate }) };
}

function priceFact({ input, output, cachedInput }: ModelPrice): ModelFact {
  if (input === 0 && output === 0) return { kind: 'price', text: t('factFree'), why: t('factFreeWhy') };
  const prices = { input: formatDollars(input), output: formatDollars(output) };
  const why =
    cachedInput === undefined
      ? t('factPriceWhy', prices)
      : t('factPriceWhyCached', { ...prices, cached: formatDollars(cachedInput) });
  return { kind: 'price', text: `${formatDollars(input)} / ${formatDollars(output)}`, why };
}

/** Formats 131,072 tokens as 128k, 200,000 as 200k. */
function shortCount(tokens: number): string {
  const thousand = tokens % 1024 === 0 ? 1024 : 1000;
  const thousands = tokens / thousand;
  if (thousands < 1) return String(tokens);
  return thousands < 1000 ? `${Math.floor(thousands)}k` : `${Math.round(thousands / 100) / 10}M`;
}

/** Returns the evidence for a capability in the user's language. A server's message is shown unchanged. */
export function evidenceText(evidence: Evidence): string {
  if (typeof evidence === 'string') return evidence;
  switch (evidence.type) {
    case 'used-tool':
      return t('probeUsed');
    case 'no-call':
      return t('probeNoCall');
    case 'wrote-call-as-text':
      return t('probeWroteText');
    case 'still-thinking':
      return t('probeStillThinking', { tokens: evidence.tokens });
    case 'tool-never-arrived':
      return t('probeNeverArrived', { tokens: evidence.tokens });
    case 'refused':
      return t('probeRefused', { detail: getFailureText(evidence.failure) });
    case 'broke-off':
      return t('connectionEnded');
    case 'result-refused':
      return t('probeResultRefused', { detail: getFailureText(evidence.failure) });
    case 'said-nothing':
      return t('probeSaidNothing');
    case 'probe-interrupted':
      return t('probeInterrupted');
    case 'server-says-so':
      return t('serverSaysSo');
    case 'saw-picture':
      return t('visionSaw');
    case 'did-not-say-colour':
      return t('visionDidNotSay');
    case 'picture-not-answered':
      return t('visionNoAnswer');
    case 'picture-refused':
      return t('visionRefused', { detail: evidence.detail });
    default:
      return evidence satisfies never;
  }
}

function getFailureText(failure: Failure): string {
  return failure.detail ?? failureMessage(failure);
}
