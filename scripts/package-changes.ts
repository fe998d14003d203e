import type { Plugin } from 'vite';

/** A place in a package that is written otherwise in a build. */
type Change = { file: RegExp; from: RegExp; to: string };

/**
 * Code from text and HTML from text, which our policy forbids or nothing of ours uses, so that the bundles hold no such place at
 * all: `web-ext lint` and scripts/supply-chain.ts find none.
 */
const CHANGES: Change[] = [
  // zod tries whether it may make functions from text. The try fails at once.
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
  // highlightElement(), which we never call: tokens become React elements.
  {
    file: /[\\/]highlight\.js[\\/]lib[\\/]core\.js$/,
    from: /element\.innerHTML = result\.value;/g,
    to: "throw new Error('No HTML from text.');",
  },
  // The WebAssembly decoders that unpdf leaves out: it calls an object, which throws a TypeError, and so does this.
  {
    file: /[\\/]unpdf[\\/]dist[\\/]pdfjs\.mjs$/,
    from: /=\{\}\(\);return run\(\)/g,
    to: "=(() => { throw new TypeError('No WebAssembly.'); })();return run()",
  },
];

/** Makes `CHANGES`. A package that has been written otherwise fails the build instead of being shipped as it is. */
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
