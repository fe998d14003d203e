// The page of one form, named in the address (`?mui-select`), made with a library. `held()` gives what the library itself holds.
import * as React from 'react';
import { createRoot } from 'react-dom/client';
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
  await otherForms[name](host);
}
// Effects of the first drawing have run then.
await new Promise((resolve) => setTimeout(resolve, 50));
document.title = 'Ready';
