import type { KnownForm, PageForms } from '../contracts/index.ts';

/** Maximum size of the stored forms of a page, in characters of JSON. */
const MAX_SIZE = 60_000;

/** The forms of a page in the form that models get, as many as fit. */
export function knownForms({ forms }: PageForms): KnownForm[] {
  let remainingCharacters = MAX_SIZE;
  return forms
    .map(({ form: { name, title, schema } }): KnownForm => ({ name, title, schema: withoutValues(schema) }))
    .filter((form) => {
      remainingCharacters -= JSON.stringify(form).length;
      return remainingCharacters >= 0 && Object.keys(form.schema.properties).length > 0;
    });
}

/** Current values are omitted here. They are in results, in which secrets are masked. */
function withoutValues(schema: KnownForm['schema']): KnownForm['schema'] {
  const properties = Object.entries(schema.properties).map(([key, { default: _, ...property }]) => [key, property]);
  return { ...schema, properties: Object.fromEntries(properties) };
}
