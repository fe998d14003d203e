import type { ModelEvent } from '../protocol/model-client.ts';
import type { ToolDefinition } from '../protocol/tool.ts';
import type { CallIds } from './call-ids.ts';
import type { ToolCallDelta } from './chat-chunk.ts';
import { JsonObjectScanner } from './json-object-scanner.ts';
import { MAX_INPUT, parseToolInput, unknownTool } from './parse-tool-input.ts';
import { findTool, mayBecomeTool } from './tool-name.ts';

/** A call as far as it has arrived. */
type Assembly = {
  toolCallId: string;
  index: number | null;
  wireId: string | null;
  name: string;
  argumentsText: string;
  scanner: JsonObjectScanner;
  /** What has been added to `argumentsText` and not been told. Slicing it off the whole would copy the whole each time. */
  untold: string;
  phase: 'unnamed' | 'streaming' | 'done';
};

/**
 * Puts tool calls together from fragments whose index, id and name may each be missing, wrong or repeated. A call is told
 * as available the moment its arguments are one balanced object that parses strictly and fits the schema; everything else
 * (blank, unfit, in need of repair) waits for `end`, since an object that looks finished may be a placeholder.
 * Rules: provider-quirks sections 1 and 2; engines.md, "Early execution".
 */
export class ToolCallAssembler {
  private readonly tools: readonly ToolDefinition[];
  private readonly ids: CallIds;
  private readonly calls: Assembly[] = [];

  constructor(tools: readonly ToolDefinition[], ids: CallIds) {
    this.tools = tools;
    this.ids = ids;
  }

  get callCount(): number {
    return this.calls.filter((call) => call.phase !== 'unnamed').length;
  }

  push(delta: ToolCallDelta): ModelEvent[] {
    const call = this.find(delta) ?? this.open(delta);
    call.wireId ??= delta.id;
    call.index ??= delta.index;
    if (delta.name !== null) call.name = joinName(call, delta.name, this.tools);
    call.argumentsText += delta.arguments;
    call.untold += delta.arguments;
    return this.advance(call, delta.arguments, false);
  }

  /** The reply has ended; `cut`: not in a way that lets unfinished arguments be trusted. */
  end({ cut }: { cut: boolean }): ModelEvent[] {
    return this.calls.flatMap((call) => [...this.advance(call, '', true), ...this.finish(call, cut)]);
  }

  /** The call a fragment belongs to, or null when it begins a new one. */
  private find(delta: ToolCallDelta): Assembly | null {
    const byId = delta.id === null ? undefined : this.calls.findLast((call) => call.wireId === delta.id);
    if (byId) return isNewDespiteSameId(byId, delta) ? null : byId;
    const last = this.calls.at(-1);
    const call = delta.index === null ? last : this.calls.findLast((each) => each.index === delta.index);
    if (!call) return null;
    if (delta.name === null) {
      // A fresh id without a name is the same call under a changed or late id, unless that call was finished.
      const isFinished = delta.id !== null && call.wireId !== null && isComplete(call);
      return isFinished || isAnotherObject(call, delta) ? null : call;
    }
    if (delta.id !== null && call.wireId !== null) return null;
    if (delta.index === null && delta.id !== null && call.name !== '') return null;
    return this.continuesName(call, delta) ? call : null;
  }

  /** Is a name in a fragment for this call a repetition (or, rarely, the rest) of its name, and not a new call? */
  private continuesName(call: Assembly, delta: ToolCallDelta): boolean {
    if (call.name === '') return true;
    if (delta.name === call.name) return !isComplete(call) || !hasArguments(delta);
    const joined = call.name + delta.name;
    return call.argumentsText === '' && (findTool(this.tools, joined) !== null || mayBecomeTool(this.tools, joined));
  }

  private open(delta: ToolCallDelta): Assembly {
    const call: Assembly = {
      toolCallId: this.ids.next(delta.id),
      index: delta.index,
      wireId: delta.id,
      // Without a name it can only be more of what the server called last (provider-quirks 3).
      name: delta.name === null ? (this.calls.at(-1)?.name ?? '') : '',
      argumentsText: '',
      scanner: new JsonObjectScanner(),
      untold: '',
      phase: 'unnamed',
    };
    this.calls.push(call);
    return call;
  }

  private advance(call: Assembly, added: string, atEnd: boolean): ModelEvent[] {
    if (call.phase === 'done') return [];
    const events: ModelEvent[] = [];
    const tool = findTool(this.tools, call.name);
    // A name that is no tool's may still be growing; it is told once arguments follow.
    if (call.phase === 'unnamed' && call.name !== '' && (tool !== null || call.argumentsText !== '' || atEnd)) {
      call.phase = 'streaming';
      events.push({ type: 'tool-input-start', toolCallId: call.toolCallId, toolName: tool?.name ?? call.name });
    }
    call.scanner.push(added);
    if (call.phase !== 'streaming') return events;
    const delta = call.untold;
    call.untold = '';
    if (delta !== '') events.push({ type: 'tool-input-delta', toolCallId: call.toolCallId, delta });
    if (call.argumentsText.length > MAX_INPUT) return [...events, ...this.finish(call, false)];
    if (tool === null || !call.scanner.isComplete) return events;
    const parsed = parseToolInput(tool, call.argumentsText, { mayRepair: false });
    if (!parsed.ok) return events;
    call.phase = 'done';
    const { toolCallId } = call;
    return [...events, { type: 'tool-input-available', toolCallId, input: parsed.input, repaired: false }];
  }

  /** Decides a call that the stream alone did not: nothing more is coming. */
  private finish(call: Assembly, cut: boolean): ModelEvent[] {
    if (call.phase !== 'streaming') return [];
    call.phase = 'done';
    const { toolCallId } = call;
    const tool = findTool(this.tools, call.name);
    if (tool === null) {
      return [{ type: 'tool-input-error', toolCallId, errorText: unknownTool(call.name, this.tools) }];
    }
    if (cut && !call.scanner.isComplete) {
      return [{ type: 'tool-input-error', toolCallId, errorText: 'The arguments were cut off before their end.' }];
    }
    const parsed = parseToolInput(tool, withoutPlaceholder(call.argumentsText), { mayRepair: true });
    if (!parsed.ok) return [{ type: 'tool-input-error', toolCallId, errorText: parsed.errorText }];
    return [{ type: 'tool-input-available', toolCallId, input: parsed.input, repaired: parsed.repaired }];
  }
}

function isComplete(call: Assembly): boolean {
  return call.phase === 'done' || call.scanner.isComplete;
}

/** TGI and some Kimi hosts give every call the same id: a named fragment after a finished call is another call. */
function isNewDespiteSameId(call: Assembly, delta: ToolCallDelta): boolean {
  if (delta.name === null) return isAnotherObject(call, delta);
  if (!isComplete(call)) return false;
  return (delta.index !== null && delta.index !== call.index) || delta.name !== call.name || hasArguments(delta);
}

/** A second object after a call that has been told whole. */
function isAnotherObject(call: Assembly, delta: ToolCallDelta): boolean {
  return call.phase === 'done' && delta.arguments.trimStart().startsWith('{');
}

function hasArguments(delta: ToolCallDelta): boolean {
  return delta.arguments.trim() !== '';
}

/** Old gateways send `{}` first and the arguments after it (provider-quirks 25). */
function withoutPlaceholder(text: string): string {
  return text.replace(/^\s*\{\s*\}\s*(?=\S)/, '');
}

/** Servers repeat the name on every chunk, or, rarely, send it in pieces. */
function joinName(call: Assembly, name: string, tools: readonly ToolDefinition[]): string {
  if (call.name === '' || call.phase !== 'unnamed') return call.phase === 'unnamed' ? name : call.name;
  const joined = call.name + name;
  return findTool(tools, joined) !== null || mayBecomeTool(tools, joined) ? joined : name;
}
