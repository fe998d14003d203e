// Writes the files generated from the table of settings: docs/settings.md, and the settings in
// public/managed-schema.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { SETTINGS, type SettingName, type SettingPlace, settingsIn } from '../lib/contracts/settings.ts';
import { mustRun } from './run.ts';

export const DOCUMENT = 'docs/settings.md';
export const MANAGED_SCHEMA = 'public/managed-schema.json';

/** The document, with one line per setting. */
export function settingsDocument(): string {
  const rows = (Object.keys(SETTINGS) as SettingName[]).map((name) => {
    const { schema, fallback, places }: { schema: z.ZodType; fallback: unknown; places: readonly SettingPlace[] } =
      SETTINGS[name];
    const isIn = (place: SettingPlace) => (places.includes(place) ? 'yes' : '');
    return `| \`${name}\` | ${schema.description} | \`${JSON.stringify(fallback)}\` | ${isIn('backup')} | ${isIn('settings-file')} | ${isIn('policy')} |`;
  });
  return `# Settings

\`npm run settings\` makes this list from the table in \`lib/contracts/settings.ts\`. Settings of single models and chats, endpoints, MCP
servers, projects and memories are data of their own and stand in [export-format.md](export-format.md) and
[backup-format.md](backup-format.md).

A **backup** holds every setting that does not belong to this machine. A **settings file** may come from somebody else: it holds only
settings that can neither send anything, nor add to a request, nor take a control away. A **policy** is what an organization sets
([managed-installs.md](managed-installs.md)).

| name | what it decides | default | backup | settings file | policy |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

/** The schema for browsers and administrators, with its settings replaced by those of the table. */
export function managedSchema(): string {
  const schema = JSON.parse(readFileSync(MANAGED_SCHEMA, 'utf8'));
  const settings = settingsIn('policy').map((name) => [name, toPolicySchema(z.toJSONSchema(SETTINGS[name].schema))]);
  schema.properties.settings.properties = Object.fromEntries(settings);
  return `${JSON.stringify(schema, null, 2)}\n`;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * The part of JSON Schema that Chrome allows for policies: no alternatives, and bounds only for integers. Chrome does
 * not load an extension with any other schema (chromium `components/policy/core/common/schema.cc`).
 */
function toPolicySchema({ type, description, enum: values, minimum, maximum, properties, anyOf }: JsonSchema): object {
  const notNull = anyOf?.find((each) => typeof each === 'object' && each.type !== 'null');
  if (typeof notNull === 'object')
    return toPolicySchema({ ...notNull, ...(description === undefined ? {} : { description }) });
  const fields = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    typeof field === 'object' ? [[name, toPolicySchema(field)]] : [],
  );
  return {
    type,
    description,
    enum: values,
    ...(type === 'integer' ? { minimum, maximum } : {}),
    properties: properties && Object.fromEntries(fields),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(DOCUMENT, settingsDocument());
  writeFileSync(MANAGED_SCHEMA, managedSchema());
  await mustRun('biome', ['format', '--write', MANAGED_SCHEMA]);
}
