import { isJsonObject, type RequestQuirk, type ToolDefinition } from '../../../contracts/index.ts';
import { toolJsonSchema } from '../../tool-input/parse-tool-input.ts';

export type OpenAiTool = {
  type: 'function';
  function: { name: string; description: string; parameters?: Record<string, unknown> };
};

/** Tools in the form of a request. Their names are valid for every server (quirk: tool-name-characters). */
export function toOpenAiTools(tools: readonly ToolDefinition[], quirks: ReadonlySet<RequestQuirk>): OpenAiTool[] {
  return tools.map((tool) => {
    const { name, description } = tool;
    const schema = toolJsonSchema(tool);
    const parameters = quirks.has('plain-schemas') ? plainSchema(schema) : schema;
    // Gemini refuses an object schema without properties; a tool without arguments needs no schema.
    const isEmpty = quirks.has('plain-schemas') && Object.keys(parameters.properties ?? {}).length === 0;
    return { type: 'function', function: { name, description, ...(isEmpty ? {} : { parameters }) } };
  });
}

/** Reduces a schema to what every server understands: a single type, descriptions, enums, properties, items and required. */
function plainSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const { description, enum: values, properties, required, items } = schema;
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  return {
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
    ...(values === undefined ? {} : { enum: values }),
    ...(isJsonObject(properties) ? { properties: mapValues(properties, plainSchema) } : {}),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {}),
    ...(isJsonObject(items) ? { items: plainSchema(items) } : {}),
  };
}

function mapValues(
  object: Record<string, unknown>,
  change: (value: Record<string, unknown>) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, isJsonObject(value) ? change(value) : value]),
  );
}
