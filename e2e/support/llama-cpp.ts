import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LONG_WAIT_LIMIT_MS } from '../../scripts/limits.ts';
import { waitForOutput } from './wait-for-output.ts';

/**
 * A Python package with llama.cpp's own server, built for Linux, macOS and Windows. Not a dependency of the project.
 */
const PACKAGE = 'xllamacpp';

/** The version for the end-to-end tests. The last number is the build of llama.cpp. */
const VERSION = '2026.10.11549';

/** Folder for everything that is installed or generated for it, ignored by git. */
const FOLDER = path.resolve('out/llama-cpp');

/** Generates a two-megabyte model that predicts each byte from the previous one. Optional, beside the checkout. */
const MODEL_WRITER = path.resolve('../shared/tools/make-tiny-gguf.mjs');

/** Real servers, by the name of their model. Both end with `close`. */
export type LlamaServers = { talker: string; caller: string; close(): void };

/**
 * Starts llama.cpp's server twice on loopback: `talker` writes sentences about the sea, `caller` calls the first
 * offered tool. Installs this version of the package on first use. Returns the reason if that is not possible.
 */
export async function startLlamaServers(version = VERSION): Promise<LlamaServers | { missing: string }> {
  if (!existsSync(MODEL_WRITER)) return { missing: 'no writer of models beside the checkout' };
  const site = path.join(FOLDER, version);
  try {
    install(`${PACKAGE}==${version}`, site);
  } catch (error) {
    return { missing: `${PACKAGE} ${version} could not be installed (${String(error).split('\n')[0]})` };
  }
  const models = [
    writeModel('talker', 'bigram', SENTENCES, ': '),
    writeModel('caller', 'caller', `${SENTENCES}{"query": "tide"}\n{"colour": "blue"}\n{}\n`, '\n'),
  ];
  const script = path.join(FOLDER, 'serve.py');
  writeFileSync(script, SERVE);
  const child = spawn('python3', [script, ...models], {
    env: { ...process.env, PYTHONPATH: site },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const find = (output: string) => {
    const [talker, caller] = output.match(/http:\/\/\S+(?=\n)/g) ?? [];
    return talker === undefined || caller === undefined ? null : { talker, caller };
  };
  const servers = await waitForOutput(child, child.stdout, find);
  return servers === null ? { missing: 'llama.cpp did not start' } : { ...servers, close: () => child.kill() };
}

function install(requirement: string, site: string): void {
  if (existsSync(path.join(site, PACKAGE))) return;
  mkdirSync(FOLDER, { recursive: true });
  const flags = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:', '--target', site];
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  execFileSync('python3', ['-m', 'pip', 'install', ...flags, requirement], {
    timeout: LONG_WAIT_LIMIT_MS,
    stdio: [...stdio],
  });
}

const SENTENCES = 'the tide is high. the sea is blue. ';

/**
 * `text`: the training text of the model. `before`: what precedes an answer. The model only sees the last character and
 * continues from there.
 */
function writeModel(name: string, mode: string, text: string, before: string): string {
  const corpus = path.join(FOLDER, `${name}.txt`);
  const template = path.join(FOLDER, `${name}.jinja`);
  const model = path.join(FOLDER, `${name}.gguf`);
  writeFileSync(corpus, text);
  writeFileSync(template, `${TEMPLATE}${before}{% endif %}`);
  execFileSync('node', [MODEL_WRITER, model, corpus, template, mode], { stdio: 'ignore' });
  return model;
}

/** Ends when its stdin is closed, and therefore with the tests. */
const SERVE = `
import sys
import xllamacpp

servers = []
for path in sys.argv[1:]:
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.n_ctx = 8192
    params.n_parallel = 1
    params.port = 0
    params.warmup = False
    params.use_jinja = True
    params.n_predict = 300
    params.sampling.seed = 7
    servers.append(xllamacpp.Server(params))
    print(servers[-1].listening_address, flush=True)
sys.stdin.read()
`;

/** The Hermes and Qwen template, from which llama.cpp recognizes that the model supports tools. */
const TEMPLATE = `{%- if tools %}<|im_start|>system
{%- for tool in tools %}
{{ tool | tojson }}
{%- endfor %}
<tool_call>
{"name": "NAME", "arguments": {}}
</tool_call><|im_end|>
{% endif %}
{%- for message in messages %}<|im_start|>{{ message.role }}
{%- if message.content %}
{{ message.content }}
{%- endif %}
{%- for call in message.tool_calls or [] %}
<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>
{%- endfor %}<|im_end|>
{% endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant`;
