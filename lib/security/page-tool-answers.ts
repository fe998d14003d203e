import {
  isJsonObject,
  type PageTool,
  type PageToolOutcome,
  PageToolResult,
  PageWorldAnswer,
  parseJson,
  ToolRegistration,
} from '../contracts/index.ts';
import { cleanText } from '../text/index.ts';
import { cleanSchema } from './clean-schema.ts';

/**
 * Maximum number of tools of a page and its frames; length of a description, and of a schema as JSON, in characters.
 */
const PAGE_TOOL_LIMITS = { tools: 20, description: 1_000, schema: 8_000, result: 100_000 };

/**
 * Parses the text that came back from a page's own world, in which the page can write anything. Null if it is no
 * answer.
 */
function parseAnswer(text: string | null): PageWorldAnswer | null {
  const { success, data } = PageWorldAnswer.safeParse(text === null ? null : parseJson(text));
  return success ? data : null;
}

/**
 * The tools in the answer of a document, made plain. A tool is left out if its name could be read as text, if its
 * schema is too large or not one of an object or has unclean names, or if the document has two tools of its name.
 */
export function readToolList(text: string | null): { tools: PageTool[]; omitted: number } {
  const answer = parseAnswer(text);
  if (answer?.type !== 'listed') return { tools: [], omitted: 0 };
  const tools = answer.tools.flatMap((each) => toPageTool(each) ?? []);
  const isOnlyOne = ({ name }: PageTool) => tools.filter((each) => each.name === name).length === 1;
  const usable = tools.filter(isOnlyOne).slice(0, PAGE_TOOL_LIMITS.tools);
  return { tools: usable, omitted: Math.max(answer.total, answer.tools.length) - usable.length };
}

function toPageTool(value: unknown): PageTool | null {
  const { success, data: registration } = ToolRegistration.safeParse(value);
  if (!success) return null;
  const schema = parseJson(registration.schema);
  const inputSchema = isJsonObject(schema) ? cleanSchema(schema) : null;
  if (inputSchema === null || JSON.stringify(inputSchema).length > PAGE_TOOL_LIMITS.schema) return null;
  if (hasUncleanName(inputSchema)) return null;
  const description = cleanText(registration.description).trim().slice(0, PAGE_TOOL_LIMITS.description);
  return { name: registration.name, description, inputSchema, registration };
}

/**
 * Whether a name in a schema has characters in which text could be hidden. Its values were cleaned; its names are sent
 * to the page.
 */
function hasUncleanName(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasUncleanName);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, each]) => cleanText(name) !== name || hasUncleanName(each));
}

/** The outcome of a call, by what the page's world says. Whatever is not an answer leaves the call in doubt. */
export function readCallOutcome(text: string | null): PageToolOutcome {
  const answer = parseAnswer(text);
  switch (answer?.type) {
    case 'stopped':
      return answer;
    case 'answered': {
      const { result, isError } = answer;
      const { success, data } = PageToolResult.safeParse(parseJson(result));
      if (!success) return { type: 'answered', text: cleanResult(result), isError };
      const texts = data.content.flatMap((part) =>
        part.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
      );
      return { type: 'answered', text: cleanResult(texts.join('\n\n')), isError: isError || data.isError === true };
    }
    default:
      return { type: 'no-answer' };
  }
}

function cleanResult(text: string): string {
  return cleanText(text.slice(0, PAGE_TOOL_LIMITS.result)).trim();
}
