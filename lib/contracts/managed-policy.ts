import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { type ManagedSettings, SETTINGS, settingsIn } from './settings.ts';

/** Features that an organization can turn off. `own-endpoints` are servers that the policy does not list. */
export const ManagedFeature = z.enum(['own-endpoints', 'browser-model', 'gguf-models']);
export type ManagedFeature = z.infer<typeof ManagedFeature>;

const ManagedEndpoint = z.object({
  name: z.string().min(1).max(100),
  /** With its scheme. */
  baseUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  models: z.array(z.string()).max(1_000).default([]),
});

/**
 * The policy set by an organization (`storage.managed`). public/managed-schema.json describes it for browsers and
 * administrators.
 */
export type ManagedPolicy = {
  endpoints: z.infer<typeof ManagedEndpoint>[];
  /** Hosts that model requests may be sent to, as `example.com` or `*.example.com`. Null allows any host. */
  allowedHosts: string[] | null;
  /** Settings that the user cannot change. */
  settings: ManagedSettings;
  disabledFeatures: ManagedFeature[];
};

export const NO_POLICY: ManagedPolicy = { endpoints: [], allowedHosts: null, settings: {}, disabledFeatures: [] };

/**
 * Parses what an administrator has written. An invalid value is ignored and the rest applies. An unreadable
 * `allowedHosts` however allows no host, so that a typo cannot open what was meant to be closed.
 */
export function parsePolicy(raw: Readonly<Record<string, unknown>>): ManagedPolicy {
  const hosts = z.array(z.string()).safeParse(raw.allowedHosts);
  const settings = z.record(z.string(), z.unknown()).safeParse(raw.settings).data ?? {};
  const validSettings = settingsIn('policy').flatMap((name) => {
    const read = SETTINGS[name].schema.safeParse(settings[name]);
    return name in settings && read.success ? [[name, read.data]] : [];
  });
  return {
    endpoints: parseValidItems(ManagedEndpoint, raw.endpoints),
    allowedHosts: raw.allowedHosts === undefined ? null : (hosts.data ?? []),
    settings: Object.fromEntries(validSettings),
    disabledFeatures: parseValidItems(ManagedFeature, raw.disabledFeatures),
  };
}

function parseValidItems<Schema extends z.ZodType>(schema: Schema, list: unknown): z.infer<Schema>[] {
  return Array.isArray(list) ? list.flatMap((each) => schema.safeParse(each).data ?? []) : [];
}

const MANAGED_PREFIX = 'managed:';

/** Returns the id of an endpoint from the policy, derived from its address. */
export function managedEndpointId({ baseUrl }: { baseUrl: string }): string {
  return `${MANAGED_PREFIX}${baseUrl}`;
}

export function isManagedEndpoint({ endpointId }: { endpointId: string }): boolean {
  return endpointId.startsWith(MANAGED_PREFIX);
}

/** Whether the policy lets Sidenote connect to an endpoint. */
export function isEndpointAllowed(policy: ManagedPolicy, endpoint: Pick<Endpoint, 'endpointId' | 'baseUrl'>): boolean {
  if (isManagedEndpoint(endpoint)) {
    // An import could contain an endpoint with this id.
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
