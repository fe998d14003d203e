import { compile } from 'svelte/compiler';

/** Compiles Svelte's components. The other libraries need no step of their own. */
export default {
  plugins: [
    {
      name: 'svelte',
      transform: (code, id) =>
        id.endsWith('.svelte') ? compile(code, { filename: id, generate: 'client', css: 'injected' }).js : null,
    },
  ],
};
