import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = path.resolve('node_modules/@wllama/wllama');
const LIBRARY = /[\\/]@wllama[\\/]wllama[\\/]esm[\\/]index\.js$/;

/** Files of the package that runs GGUF models, in the extension. */
const WORKER_FILE = 'llama-worker.js';
const THREAD_FILE = 'llama-thread.js';
const WASM_FILE = 'llama.wasm';

/**
 * Places in @wllama/wllama that a build changes. The package creates its worker and the worker's threads from text,
 * with a Blob address. Sidenote's policy and the stores' rules do not allow that, so they become files of the
 * extension. It also names the address of other code, which is never loaded here.
 */
const CHANGES: { from: RegExp; to: string }[] = [
  { from: /^var (?:LLAMA_CPP_WORKER_CODE|OPFS_UTILS_WORKER_CODE|WLLAMA_EMSCRIPTEN_CODE) = .*;$/gm, to: '' },
  { from: /let moduleCode = JSPI_STUB \+ \(yield this\.getModuleCode\(\)\);/g, to: '' },
  { from: /if \(this\.resources\.noWebGPU\) \{[^}]*\}\)\}\);\}catch\(e\)\{\}' \+ moduleCode;\s*\}/g, to: '' },
  { from: /let mainModuleCode = moduleCode\.replace\(.*\);/g, to: '' },
  { from: /const completeCode = \[[^\]]*\]\.join\(.*\);/g, to: '' },
  {
    from: /this\.worker = createWorker\(completeCode\);/g,
    to: `this.worker = new Worker("/${WORKER_FILE}#" + encodeURIComponent(JSON.stringify({ ...runOptions, noWebGPU: this.resources.noWebGPU === true })), { type: "module" });`,
  },
  { from: /new Blob\(\[moduleCode\], \{ type: "text\/javascript" \}\)/g, to: `"/${THREAD_FILE}"` },
  { from: /createWorker\(OPFS_UTILS_WORKER_CODE\)/g, to: 'null' },
  { from: /"https:\/\/cdn\.jsdelivr\.net\/[^"]*"/g, to: '""' },
  { from: /return WLLAMA_EMSCRIPTEN_CODE;/g, to: 'return "";' },
];

/**
 * Applies these changes to the package. If the package's code has changed, the build fails instead of shipping it
 * unchanged.
 */
export function llamaPackage(): Plugin {
  return {
    name: 'llama-package',
    transform: (code, id) =>
      LIBRARY.test(id)
        ? CHANGES.reduce((text, { from, to }) => {
            if (text.search(from) < 0) throw new Error(`${id} has no ${from} any more: see scripts/llama-package.ts.`);
            return text.replaceAll(from, to);
          }, code)
        : null,
  };
}

/** What the library prepends to the module if no GPU is to be used. */
const WITHOUT_GPU =
  'Object.defineProperty(WorkerNavigator.prototype, "gpu", { get: () => ({ requestAdapter: async () => null }) });';

/** What the library prepends to the module in browsers without JavaScript Promise Integration. */
const WITHOUT_SUSPENDING = `if (!WebAssembly.Suspending) {
  WebAssembly.Suspending = function (fn) { return fn; };
  WebAssembly.promising = (fn) => async (...args) => fn(...args);
}`;

type PublicFile = { relativeDest: string } & ({ contents: string } | { absoluteSrc: string });

/**
 * The worker, its threads and the WebAssembly, as files of the extension. The library would assemble the same text at
 * run time.
 */
export function llamaFiles(): PublicFile[] {
  const module = readFileSync(path.join(FOLDER, 'src/wasm/wllama.js'), 'utf8');
  const worker = readFileSync(path.join(FOLDER, 'src/workers-code/llama-cpp.js'), 'utf8');
  const inWorker = module.replace('var Module', 'var ___Module');
  const options = 'const RUN_OPTIONS = JSON.parse(decodeURIComponent(location.hash.slice(1)));';
  return [
    // Only its worker uses the GPU.
    { relativeDest: THREAD_FILE, contents: `${WITHOUT_GPU}\n${WITHOUT_SUSPENDING}\n${module}` },
    {
      relativeDest: WORKER_FILE,
      contents: `${options}\nif (RUN_OPTIONS.noWebGPU) ${WITHOUT_GPU}\n${WITHOUT_SUSPENDING}\nfunction wModuleInit() {\n${inWorker};\nreturn Module;\n}\n${worker}`,
    },
    { relativeDest: WASM_FILE, absoluteSrc: path.join(FOLDER, 'esm/wasm/wllama.wasm') },
  ];
}
