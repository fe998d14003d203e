// The page of one form, named in the address (`?mui-select`), built with a library. `held()` returns the values in the
// library's own state.
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { angularForms } from './angular-forms.js';
import { otherForms } from './other-forms.js';
import { reactForms } from './react-forms.js';

const host = document.getElementById('root');
const name = location.search.slice(1);

document.addEventListener('submit', (event) => {
  event.preventDefault();
  globalThis.submitted = true;
});

if (name in reactForms) {
  const Form = await reactForms[name]();
  createRoot(host).render(React.createElement(Form));
} else {
  await (otherForms[name] ?? angularForms[name])(host);
}
// By then, the effects of the first render have run.
await new Promise((resolve) => setTimeout(resolve, 50));
document.title = 'Ready';
