import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FirstRun } from './first-run.tsx';

const nothing = () => undefined;
const draw = (signInName: string | null) =>
  renderToStaticMarkup(
    <FirstRun
      builtIn="absent"
      download={null}
      error={null}
      onBuiltIn={nothing}
      onHosted={nothing}
      canRunModels
      signInName={signInName}
      isSigningIn={false}
      onSignIn={nothing}
      askAtOnce={null}
    >
      {null}
    </FirstRun>,
  );

test('signing in to a service is offered where the browser has a window for it', () => {
  expect(draw('OpenRouter')).toContain('Sign in with OpenRouter');
  expect(draw(null)).not.toContain('Sign in');
});
