import { useCallback, useState } from 'react';

/**
 * The choice of the first model, from an endpoint that was just connected. `asksAtOnce`: whether to ask it about the
 * page.
 */
type FirstChoice = { endpointId: string; asksAtOnce: boolean };

/**
 * The list of models: whether it is open, for which answer another model is chosen (null: for the chat), and whether it
 * is the first choice.
 */
export function useModelChoice() {
  const [isOpen, setIsOpen] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const [start, setStart] = useState<FirstChoice | null>(null);
  const openFor = useCallback((messageId: string) => {
    setAnswer(messageId);
    setIsOpen(true);
  }, []);
  const setOpen = useCallback((open: boolean) => {
    setIsOpen(open);
    setAnswer(null);
    setStart(null);
  }, []);
  const openToStart = useCallback((choice: FirstChoice) => {
    setIsOpen(true);
    setStart(choice);
  }, []);
  return { isOpen, answer, start, openFor, setOpen, openToStart };
}
