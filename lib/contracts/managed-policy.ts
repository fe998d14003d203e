import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { ContextTokens, PageContextMode } from './page-context.ts';
import { Appearance, Preferences } from './preferences.ts';

/** Features that an organization can switch off. `own-endpoints`: servers that the policy does not list. */
export const ManagedFeature = z.enum(['own-endpoints', 'browser-model', 'gguf-models']);
export type ManagedFeature = z.infer<typeof ManagedFeature>;

const ManagedEndpoint = z.object({
  name: z.string().min(1).max(100),
  /** With its scheme. */
  baseUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  models: z.array(z.string()).max(1_000).default([]),
});

const { maxSteps, patienceMinutes, monthlyLimit } = Preferences.shape;

/** Settings that the policy can set, under the names they have in an export of the settings. The user cannot change them. */
export const MANAGED_SETTINGS = {
  maxSteps,
  patienceMinutes,
  monthlyLimit,
  appearance: Appearance,
  pageContextMode: PageContextMode,
  pageContextTokens: ContextTokens,
  warmStart: z.boolean(),
  usesMemory: z.boolean(),
} as const;
export type ManagedSetting = keyof typeof MANAGED_SETTINGS;

/**
 * The policy set by an organization (`storage.managed`); public/managed-schema.json describes it for browsers and administrators.
 */
export type ManagedPolicy = {
  endpoints: z.infer<typeof ManagedEndpoint>[];
  /** Hosts that model requests may go to, as `example.com` or `*.example.com`; null allows any. */
  allowedHosts: string[] | null;
  settings: { [Name in ManagedSetting]?: z.infer<(typeof MANAGED_SETTINGS)[Name]> };
  disabledFeatures: ManagedFeature[];
};

export const NO_POLICY: ManagedPolicy = { endpoints: [], allowedHosts: null, settings: {}, disabledFeatures: [] };

/**
 * Parses what an administrator has written. An invalid value is left out and the rest applies, but an unreadable `allowedHosts`
 * allows no host, so that a typo cannot open what was meant to be closed.
 */
export function parsePolicy(raw: Readonly<Record<string, unknown>>): ManagedPolicy {
  const hosts = z.array(z.string()).safeParse(raw.allowedHosts);
  const settings = z.record(z.string(), z.unknown()).safeParse(raw.settings).data ?? {};
  const valid = Object.entries(MANAGED_SETTINGS).flatMap(([name, schema]) => {
    const read = schema.safeParse(settings[name]);
    return name in settings && read.success ? [[name, read.data]] : [];
  });
  return {
    endpoints: parseValidItems(ManagedEndpoint, raw.endpoints),
    allowedHosts: raw.allowedHosts === undefined ? null : (hosts.data ?? []),
    settings: Object.fromEntries(valid),
    disabledFeatures: parseValidItems(ManagedFeature, raw.disabledFeatures),
  };
}

function parseValidItems<Schema extends z.ZodType>(schema: Schema, list: unknown): z.infer<Schema>[] {
  return Array.isArray(list) ? list.flatMap((each) => schema.safeParse(each).data ?? []) : [];
}

const MANAGED_PREFIX = 'managed:';

/** The id of an endpoint from the policy, derived from its address. */
export function managedEndpointId({ baseUrl }: { baseUrl: string }): string {
  return `${MANAGED_PREFIX}${baseUrl}`;
}

export function isManagedEndpoint({ endpointId }: { endpointId: string }): boolean {
  return endpointId.startsWith(MANAGED_PREFIX);
}

/** Whether the policy lets Sidenote talk to an endpoint. */
export function isEndpointAllowed(policy: ManagedPolicy, endpoint: Pick<Endpoint, 'endpointId' | 'baseUrl'>): boolean {
  if (isManagedEndpoint(endpoint)) {
    // The endpoint stored under this id could come from an import.
    const origin = URL.parse(endpoint.baseUrl)?.origin;
    const policyEndpoint = policy.endpoints.find((each) => managedEndpointId(each) === endpoint.endpointId);
    return origin !== undefined && origin === URL.parse(policyEndpoint?.baseUrl ?? '')?.origin;
  }
  if (policy.disabledFeatures.includes('own-endpoints')) return false;
  return policy.allowedHosts === null || policy.allowedHosts.some((host) => isHost(endpoint.baseUrl, host));
}

function isHost(baseUrl: string, pattern: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  const hostPattern = pattern.trim().toLowerCase();
  return hostPattern.startsWith('*.') ? host.endsWith(hostPattern.slice(1)) : host === hostPattern;
}
