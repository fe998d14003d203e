/** The output of a tiny model, and what is unusual about its file. */
type TinyModel = {
  /** Each character occurs only once: the model continues with the character after the last one. */
  text: string;
  /** Whether it starts again instead of ending. */
  isEndless?: boolean;
  architecture?: string;
  version?: number;
};

/**
 * Writes a real GGUF file of two megabytes, for llama.cpp: a model of the Llama architecture with one layer that does
 * nothing and with chosen, not trained, weights. The embedding of a token is its number, and the output matrix names
 * the token after it, so the model always writes `text`. Format: ggml-org/ggml, docs/gguf.md.
 */
export function tinyGguf(model: TinyModel): Uint8Array<ArrayBuffer> {
  return assembleFile(model, describing(model), buildTensors(model));
}

/** The same model in `count` files, as written by llama-gguf-split. The first one describes the model. */
export function tinyGgufParts(model: TinyModel, count: number): Uint8Array<ArrayBuffer>[] {
  const tensors = buildTensors(model);
  const size = Math.ceil(tensors.length / count);
  return Array.from({ length: count }, (_, index) => {
    const part = [
      entry('split.no', SHORT, toBytes(new Uint16Array([index]))),
      entry('split.count', SHORT, toBytes(new Uint16Array([count]))),
      entry('split.tensors.count', INT, toBytes(new Int32Array([tensors.length]))),
    ];
    const entries = index === 0 ? [...describing(model), ...part] : part;
    return assembleFile(model, entries, tensors.slice(index * size, (index + 1) * size));
  });
}

function describing({ architecture = 'llama' }: TinyModel): Uint8Array[] {
  return [
    text('general.architecture', architecture),
    text('general.name', 'tiny'),
    ...Object.entries({
      context_length: 8_192,
      embedding_length: WIDTH,
      block_count: 1,
      feed_forward_length: 32,
      'attention.head_count': 4,
      'attention.head_count_kv': 4,
      'rope.dimension_count': WIDTH / 4,
      vocab_size: TOKENS.length,
    }).map(([key, value]) => number(`${architecture}.${key}`, value)),
    entry(`${architecture}.attention.layer_norm_rms_epsilon`, FLOAT, toBytes(new Float32Array([1e-6]))),
    text('tokenizer.ggml.model', 'gpt2'),
    text('tokenizer.ggml.pre', 'gpt-2'),
    list('tokenizer.ggml.tokens', STRING, TOKENS.map(string)),
    list('tokenizer.ggml.token_type', INT, [toBytes(new Int32Array(TOKENS.map((_, id) => (id < END ? 1 : 3))))]),
    list('tokenizer.ggml.merges', STRING, ['t h', 'h e'].map(string)),
    number('tokenizer.ggml.bos_token_id', END),
    number('tokenizer.ggml.eos_token_id', END),
    text('tokenizer.chat_template', TEMPLATE),
  ];
}

function assembleFile(
  { version = 3 }: TinyModel,
  entries: readonly Uint8Array[],
  tensors: ReturnType<typeof buildTensors>,
): Uint8Array<ArrayBuffer> {
  let offset = 0;
  const infos = tensors.map(({ name, dimensions, data }) => {
    const info = [string(name), u32(dimensions.length), ...dimensions.map(u64), u32(0), u64(offset)];
    offset += aligned(data.byteLength);
    return join(info);
  });
  const head = join([
    new TextEncoder().encode('GGUF'),
    u32(version),
    u64(tensors.length),
    u64(entries.length),
    ...entries,
    ...infos,
  ]);
  return join([padded(head), ...tensors.map(({ data }) => padded(toBytes(data)))]);
}

/**
 * The names of the 256 bytes in GPT-2 vocabularies, two merges, which are required, and the token that ends an answer.
 */
const TOKENS = [...byteNames(), 'th', 'he', '<|end|>'];
const END = TOKENS.length - 1;
/** Width of an embedding: at least the number of tokens, and divisible by the number of heads. */
const WIDTH = 320;

/** The answer begins after this character. */
const BEFORE_ANSWER = '\u0001';
const TEMPLATE = `{% for message in messages %}{{ message.role }}: {{ message.content }}\n{% endfor %}{% if add_generation_prompt %}${BEFORE_ANSWER}{% endif %}`;

function buildTensors({ text, isEndless = false }: TinyModel) {
  const output = new Float32Array(TOKENS.length * WIDTH).fill(-30);
  const follow = (before: number, next: number) => {
    output[next * WIDTH + before] = 30;
  };
  const characters = [...new TextEncoder().encode(text)];
  if (new Set(characters).size < characters.length) throw new Error('A character stands twice in the text.');
  const first = characters[0] ?? END;
  follow(BEFORE_ANSWER.charCodeAt(0), first);
  characters.forEach((character, index) => {
    follow(character, characters[index + 1] ?? (isEndless ? first : END));
  });
  const embedding = new Float32Array(TOKENS.length * WIDTH);
  TOKENS.forEach((_, id) => {
    embedding[id * WIDTH + id] = 1;
  });
  const zeros = (...dimensions: number[]) => new Float32Array(dimensions.reduce((all, each) => all * each, 1));
  const ones = (length: number, value = 1) => new Float32Array(length).fill(value);
  return [
    { name: 'token_embd.weight', dimensions: [WIDTH, TOKENS.length], data: embedding },
    { name: 'output_norm.weight', dimensions: [WIDTH], data: ones(WIDTH, 1 / Math.sqrt(WIDTH)) },
    { name: 'output.weight', dimensions: [WIDTH, TOKENS.length], data: output },
    { name: 'blk.0.attn_norm.weight', dimensions: [WIDTH], data: ones(WIDTH) },
    ...['q', 'k', 'v', 'output'].map((name) => ({
      name: `blk.0.attn_${name}.weight`,
      dimensions: [WIDTH, WIDTH],
      data: zeros(WIDTH, WIDTH),
    })),
    { name: 'blk.0.ffn_norm.weight', dimensions: [WIDTH], data: ones(WIDTH) },
    { name: 'blk.0.ffn_gate.weight', dimensions: [WIDTH, 32], data: zeros(WIDTH, 32) },
    { name: 'blk.0.ffn_up.weight', dimensions: [WIDTH, 32], data: zeros(WIDTH, 32) },
    { name: 'blk.0.ffn_down.weight', dimensions: [32, WIDTH], data: zeros(32, WIDTH) },
  ];
}

/** Printable bytes map to themselves, the others to characters from 256 on. */
function byteNames(): string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    return String.fromCodePoint(isPrintable ? byte : next++);
  });
}

const SHORT = 2;
const INT = 5;
const FLOAT = 6;
const STRING = 8;

function text(key: string, value: string): Uint8Array {
  return entry(key, STRING, string(value));
}

function number(key: string, value: number): Uint8Array {
  return entry(key, 4, u32(value));
}

function list(key: string, type: number, values: readonly Uint8Array[]): Uint8Array {
  const length = type === INT ? TOKENS.length : values.length;
  return entry(key, 9, join([u32(type), u64(length), ...values]));
}

function entry(key: string, type: number, value: Uint8Array): Uint8Array {
  return join([string(key), u32(type), value]);
}

function string(value: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  return join([u64(bytes.length), bytes]);
}

function u32(value: number): Uint8Array {
  return toBytes(new Uint32Array([value]));
}

function u64(value: number): Uint8Array {
  return toBytes(new BigUint64Array([BigInt(value)]));
}

function aligned(length: number): number {
  return Math.ceil(length / 32) * 32;
}

function padded(bytes: Uint8Array): Uint8Array {
  return join([bytes, new Uint8Array(aligned(bytes.length) - bytes.length)]);
}

function toBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
