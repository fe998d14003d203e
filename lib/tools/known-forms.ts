import type { KnownForm, PageForms } from '../contracts/index.ts';

/** What is kept of the forms of a page at most, in characters of JSON. */
const MAX_SIZE = 60_000;

/** The forms of a page as models know them, as many as have room. */
export function knownForms({ forms }: PageForms): KnownForm[] {
  let remainingCharacters = MAX_SIZE;
  return forms
    .map(({ form: { name, title, schema } }): KnownForm => ({ name, title, schema: withoutValues(schema) }))
    .filter((form) => {
      remainingCharacters -= JSON.stringify(form).length;
      return remainingCharacters >= 0 && Object.keys(form.schema.properties).length > 0;
    });
}

/** What fields hold now is in results, in which secrets are masked. */
function withoutValues(schema: KnownForm['schema']): KnownForm['schema'] {
  const properties = Object.entries(schema.properties).map(([key, { default: _, ...property }]) => [key, property]);
  return { ...schema, properties: Object.fromEntries(properties) };
}
