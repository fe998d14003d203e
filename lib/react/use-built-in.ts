import { useEffect, useState } from 'react';
import { type BuiltInState, builtInState } from '../contracts/built-in-model.ts';
import { browserModel } from '../extension/built-in-model.ts';

/** Whether this browser has a model of its own, and can run it; `absent` until it is known. */
export function useBuiltIn(): BuiltInState {
  const [state, setState] = useState<BuiltInState>('absent');
  useEffect(() => {
    builtInState(browserModel()).then(setState, () => setState('unavailable'));
  }, []);
  return state;
}
