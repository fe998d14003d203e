import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import type { FinishReason, ModelEvent, ModelMessage, ToolDefinition, ToolMode } from '../contracts/index.ts';
import { CallIds, ContentReader, findTool, parseToolInput, quotationFinder } from '../model-api/index.ts';
import { textOfResult } from './tagged-prompt.ts';

type Part<Type extends LanguageModelV4StreamPart['type']> = Extract<LanguageModelV4StreamPart, { type: Type }>;

/** A call found in text: its arguments as the model wrote them, and the validated input, or null. */
type FoundCall = { toolName: string; written: string; input: string | null };

type OpenBlock = { type: 'text' | 'reasoning'; id: string };

/**
 * Reads the parts of one answer. Calls written as text become calls, reasoning between tags becomes reasoning, and the
 * arguments of native calls are repaired where the tool's schema allows it. Calls found in text are emitted at the end
 * of the answer, since they may turn out to be quotations until then, and the AI SDK cannot retract a call.
 * Synchronous.
 */
export class PartReader {
  readonly #tools: readonly ToolDefinition[];
  readonly #reader: ContentReader;
  readonly #calls = new Map<string, FoundCall>();
  #open: OpenBlock | null = null;
  #blocks = 0;
  /** The provider's metadata for the current text, to be attached to the block that is opened with it. */
  #metadata: SharedV4ProviderMetadata | undefined;

  constructor(options: LanguageModelV4CallOptions, tools: readonly ToolDefinition[], toolMode: ToolMode) {
    this.#tools = tools;
    const ids = new CallIds(options.prompt.flatMap(callIds));
    const isQuoted = quotationFinder(options.prompt.flatMap(resultMessages));
    this.#reader = new ContentReader(tools, toolMode, ids, { isQuoted });
  }

  push(part: LanguageModelV4StreamPart): LanguageModelV4StreamPart[] {
    switch (part.type) {
      case 'text-start':
        this.#metadata = part.providerMetadata;
        return [];
      case 'text-delta':
        return this.#read({ type: 'text-delta', delta: part.delta });
      case 'text-end':
        this.#metadata = part.providerMetadata ?? this.#metadata;
        return [];
      case 'reasoning-delta':
        // A call that occurs only in the reasoning is found at the end.
        return [...this.#observe({ type: 'reasoning-delta', delta: part.delta }), part];
      case 'tool-call':
        return this.#readNativeCall(part);
      case 'finish':
        return this.#finish(part);
      default:
        return [part];
    }
  }

  /** Ends an answer that was cut off. */
  end(): LanguageModelV4StreamPart[] {
    const events = this.#read({ type: 'interrupted', detail: 'connection-ended' });
    return [...events, ...this.#closeBlock(), ...this.#foundCalls()];
  }

  #finish(part: Part<'finish'>): LanguageModelV4StreamPart[] {
    const { finishReason } = part;
    const events = this.#read({ type: 'step-end', finishReason: toFinishReason(finishReason) });
    const calls = this.#foundCalls();
    const hasCalls = calls.length > 0 && finishReason.unified === 'stop';
    const finalReason: LanguageModelV4FinishReason = hasCalls
      ? { ...finishReason, unified: 'tool-calls' }
      : finishReason;
    return [...events, ...this.#closeBlock(), ...calls, { ...part, finishReason: finalReason }];
  }

  #read(event: ModelEvent): LanguageModelV4StreamPart[] {
    return this.#toParts(this.#reader.push(event));
  }

  /** Passes an event to the reader. The event itself is forwarded as the provider sent it. */
  #observe(event: ModelEvent): LanguageModelV4StreamPart[] {
    return this.#toParts(this.#reader.push(event).filter((each) => each !== event));
  }

  #toParts(events: readonly ModelEvent[]): LanguageModelV4StreamPart[] {
    return events.flatMap((each): LanguageModelV4StreamPart[] => {
      switch (each.type) {
        case 'text-delta':
          return this.#write('text', each.delta);
        case 'reasoning-delta':
          return this.#write('reasoning', each.delta);
        case 'tool-input-start':
          this.#calls.set(each.toolCallId, { toolName: each.toolName, written: '', input: null });
          return [];
        case 'tool-input-delta': {
          const call = this.#calls.get(each.toolCallId);
          if (call) call.written += each.delta;
          return [];
        }
        case 'tool-input-available': {
          const call = this.#calls.get(each.toolCallId);
          if (call) call.input = JSON.stringify(each.input);
          return [];
        }
        case 'tool-input-retract':
          this.#calls.delete(each.toolCallId);
          return [];
        // Visible output cannot be retracted, and the AI SDK reports argument errors itself.
        default:
          return [];
      }
    });
  }

  #write(type: OpenBlock['type'], delta: string): LanguageModelV4StreamPart[] {
    const isOpen = this.#open?.type === type;
    const blockEnd = isOpen ? [] : this.#closeBlock();
    if (!isOpen) this.#open = { type, id: `sidenote-${type}-${this.#blocks++}` };
    const id = this.#open?.id ?? '';
    const metadata = type === 'text' && this.#metadata ? { providerMetadata: this.#metadata } : {};
    const blockStart: LanguageModelV4StreamPart[] = isOpen ? [] : [{ type: `${type}-start`, id, ...metadata }];
    return [...blockEnd, ...blockStart, { type: `${type}-delta`, id, delta }];
  }

  #closeBlock(): LanguageModelV4StreamPart[] {
    if (this.#open === null) return [];
    const { type, id } = this.#open;
    this.#open = null;
    const metadata = type === 'text' && this.#metadata ? { providerMetadata: this.#metadata } : {};
    return [{ type: `${type}-end`, id, ...metadata }];
  }

  #readNativeCall(call: Part<'tool-call'>): LanguageModelV4StreamPart[] {
    if (call.providerExecuted === true) return [call];
    const { toolCallId } = call;
    const tool = findTool(this.#tools, call.toolName);
    const toolName = tool?.name ?? call.toolName;
    const before = this.#observe({ type: 'tool-input-start', toolCallId, toolName });
    const parseResult = tool && parseToolInput(tool, call.input, { mayRepair: true });
    const input = parseResult?.ok ? JSON.stringify(parseResult.input) : call.input;
    return [...before, ...this.#closeBlock(), { ...call, toolName, input }];
  }

  /** A call whose arguments do not fit or were cut off is passed on as written, so that the AI SDK refuses it. */
  #foundCalls(): LanguageModelV4StreamPart[] {
    return [...this.#calls].flatMap(([toolCallId, { toolName, written, input }]): LanguageModelV4StreamPart[] => [
      { type: 'tool-input-start', id: toolCallId, toolName },
      { type: 'tool-input-delta', id: toolCallId, delta: input ?? written },
      { type: 'tool-input-end', id: toolCallId },
      { type: 'tool-call', toolCallId, toolName, input: input ?? unfinished(written) },
    ]);
  }
}

/** Text that is never valid JSON, since rejected arguments must not become valid by accident. */
function unfinished(partialText: string): string {
  return `${partialText}…`;
}

function toFinishReason({ unified }: LanguageModelV4FinishReason): FinishReason {
  return unified === 'error' || unified === 'interrupted' ? 'other' : unified;
}

function callIds(message: LanguageModelV4Message): string[] {
  if (message.role !== 'assistant') return [];
  return message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
}

/** Text from others that the model has read. A call in it is a quotation. */
function resultMessages(message: LanguageModelV4Message): ModelMessage[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part): ModelMessage[] => {
    if (part.type !== 'tool-result') return [];
    const { toolCallId, toolName } = part;
    return [{ role: 'tool', toolCallId, toolName, content: textOfResult(part), isError: false }];
  });
}
