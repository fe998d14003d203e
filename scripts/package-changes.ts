import type { Plugin } from 'vite';

/** A place in a package that a build changes. */
type Change = { file: RegExp; from: RegExp; to: string };

const OPENAI_QUERY = /[\\/]openai[\\/]internal[\\/]utils[\\/]query\.mjs$/;
const OPENAI_CLIENT = /[\\/]openai[\\/]client\.mjs$/;

/**
 * Code and HTML created from text, which Sidenote's policy forbids or Sidenote does not use. After the changes, the
 * bundles contain no such place, so `web-ext lint` and scripts/supply-chain.ts find none. Also removes parts of the
 * openai package that Sidenote does not use.
 */
const CHANGES: Change[] = [
  // zod tests whether it may create functions from text. With this change, the test fails immediately.
  {
    file: /[\\/]zod[\\/]v4[\\/]core[\\/](?:util|doc|compile)\.js$/,
    from: /const F = Function;/g,
    to: "const F = () => { throw new Error('No code from text.'); };",
  },
  // dangerouslySetInnerHTML
  {
    file: /[\\/]react-dom-client\.production\.js$/,
    from: /\(domElement\.innerHTML = key\)/g,
    to: "(() => { throw new Error('No HTML from text.'); })()",
  },
  // highlightElement(), which is never called: tokens become React elements.
  {
    file: /[\\/]highlight\.js[\\/]lib[\\/]core\.js$/,
    from: /element\.innerHTML = result\.value;/g,
    to: "throw new Error('No HTML from text.');",
  },
  // The WebAssembly decoders that unpdf omits. unpdf calls an object, which throws a TypeError, and so does this
  // replacement.
  {
    file: /[\\/]unpdf[\\/]dist[\\/]pdfjs\.mjs$/,
    from: /=\{\}\(\);return run\(\)/g,
    to: "=(() => { throw new TypeError('No WebAssembly.'); })();return run()",
  },
  // Only `get`, `post` and the errors of the openai package are used. A client creates an object for each of 23 other
  // parts of the interface, which keeps their code in the bundle.
  { file: OPENAI_CLIENT, from: /^import .* from "\.\/resources\/.*;$/gm, to: '' },
  { file: OPENAI_CLIENT, from: /^ *this\.\w+ = new API\.\w+\(this\);$/gm, to: '' },
  { file: OPENAI_CLIENT, from: /^OpenAI\.([A-Z]\w+) = (?:\1|UploadsAPIUploads);$/gm, to: '' },
  // Tokens of cloud providers, used instead of a key.
  { file: OPENAI_CLIENT, from: /^import \{ WorkloadIdentityAuth \} .*$/gm, to: '' },
  { file: OPENAI_CLIENT, from: /^ *this\._workloadIdentityAuth = new WorkloadIdentityAuth\(.*$/gm, to: '' },
  // Headers about the platform, which are never sent (`WITHOUT_FINGERPRINT`).
  { file: OPENAI_CLIENT, from: /^ *\.\.\.getPlatformHeaders\(\),$/gm, to: '' },
  // The only queries are flat: pages of a list of models.
  { file: OPENAI_QUERY, from: /^import \* as qs from .*$/gm, to: '' },
  {
    file: OPENAI_QUERY,
    from: /qs\.stringify\(query, \{ arrayFormat: 'brackets' \}\)/g,
    to: 'String(new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)))',
  },
  { file: /[\\/]openai[\\/]index\.mjs$/, from: /^export \{ (?:Azure|Bedrock)OpenAI \} .*$/gm, to: '' },
];

/** Applies `CHANGES`. If a package's code has changed, the build fails instead of shipping it unchanged. */
export function packageChanges(): Plugin {
  return {
    name: 'package-changes',
    transform(code, id) {
      const changes = CHANGES.filter(({ file }) => file.test(id));
      if (changes.length === 0) return null;
      return changes.reduce((text, { from, to }) => {
        if (text.search(from) < 0) throw new Error(`${id} has no ${from} any more: see scripts/package-changes.ts.`);
        return text.replaceAll(from, to);
      }, code);
    },
  };
}
