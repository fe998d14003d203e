import type { PageWorldRequest, ToolRegistration } from '../contracts/index.ts';

/**
 * Lists or calls the tools that a page has registered with `document.modelContext`. Runs inside the page's own world,
 * where its tools are, so it may only use its own code, and the page can watch and replace everything that it uses: it
 * gets nothing that the page may not know, and what it answers, as JSON, is parsed like any text of the page. A tool is
 * called once, in one way.
 */
export async function askPageWorld(requestJson: string): Promise<string> {
  type Listed = Record<string, unknown>;
  type Call = (...parameters: unknown[]) => unknown;
  type Host = { [Name in 'getTools' | 'listTools' | 'executeTool' | 'callTool']?: Call };
  type Hosts = { modelContext?: Host; modelContextTesting?: Host };
  const limits = { tools: 200, description: 10_000, schema: 20_000, result: 100_000 };
  const request = JSON.parse(requestJson) as PageWorldRequest;
  const stopped = (reason: 'changed' | 'gone') => JSON.stringify({ type: 'stopped', reason });
  const answered = (result: string, isError: boolean) => JSON.stringify({ type: 'answered', result, isError });
  let hasBegun = false;
  try {
    if (request.type === 'call' && location.origin !== request.origin) return stopped('gone');
    // Older pages have it on `navigator`; browsers that have it for tests only, beside it.
    const { modelContext, modelContextTesting: testing } = navigator as unknown as Hosts;
    const own = (document as unknown as Hosts).modelContext ?? modelContext;
    const isStandard = own?.getTools !== undefined;
    const host = isStandard ? own : (testing ?? own);
    const all = (await (isStandard ? host?.getTools?.() : host?.listTools?.())) as ArrayLike<Listed> | undefined;
    const total = Number(all?.length ?? 0);
    const tools: { registration: ToolRegistration; listed: Listed; isTextual: boolean }[] = [];
    for (let index = 0; index < total && index < limits.tools; index++) {
      try {
        const listed = all?.[index] as Listed;
        // A document also lists the tools of other documents in it, which have their own rules.
        const isOfOther = typeof listed.origin === 'string' && listed.origin !== location.origin;
        if (isOfOther || (listed.source ?? listed.window ?? window) !== window) continue;
        const { name, description = '', inputSchema } = listed;
        const isTextual = typeof inputSchema === 'string';
        // Older browsers list a tool without a schema with an empty one.
        const schema = isTextual && inputSchema ? inputSchema : JSON.stringify(inputSchema || { type: 'object' });
        if (typeof name !== 'string' || typeof description !== 'string') continue;
        if (description.length > limits.description || schema.length > limits.schema) continue;
        tools.push({ registration: { name, description, schema }, listed, isTextual });
      } catch {
        // This tool cannot be read; the others can.
      }
    }
    if (request.type === 'list')
      return JSON.stringify({ type: 'listed', tools: tools.map(({ registration }) => registration), total });
    const { name, description, schema } = request.registration;
    const [match, ...others] = tools.filter(({ registration }) => registration.name === name);
    if (match === undefined) return stopped('gone');
    const { registration, listed, isTextual } = match;
    const isSame = registration.description === description && registration.schema === schema;
    if (others.length > 0 || !isSame) return stopped('changed');
    const text = JSON.stringify(request.arguments);
    const input = JSON.parse(text) as object;
    // Where schemas are texts, so are arguments (webmachinelearning/webmcp#241 and #246). Some versions have objects as
    // schemas and texts as arguments: there, the object is read as its text.
    if (!Object.hasOwn(input, 'toString')) Object.defineProperty(input, 'toString', { value: () => text });
    const execute = listed.execute as Call | undefined;
    hasBegun = true;
    let result: unknown;
    if (isStandard && host?.executeTool) result = await host.executeTool(listed, isTextual ? text : input);
    else if (isStandard && execute) result = await execute.call(listed, JSON.parse(text), {});
    else if (isStandard || host === testing) result = await testing?.executeTool?.(name, text);
    else if (host?.callTool) result = await host.callTool({ name, arguments: JSON.parse(text) });
    else result = await host?.executeTool?.(name, JSON.parse(text));
    return answered(
      (typeof result === 'string' ? result : (JSON.stringify(result) ?? '')).slice(0, limits.result),
      false,
    );
  } catch (error) {
    if (!hasBegun) return stopped('gone');
    return answered(error instanceof Error ? String(error.message).slice(0, limits.description) : '', true);
  }
}
