import { useCallback, useEffect, useState } from 'react';
import { logToConsole } from '../extension/settings.ts';

/** Whether tool calls are written to the console, live. */
export function useLogToConsole(): [boolean, (isLogging: boolean) => void] {
  const [isLogging, setIsLogging] = useState(false);
  useEffect(() => {
    void logToConsole.getValue().then(setIsLogging);
    return logToConsole.watch(setIsLogging);
  }, []);
  const change = useCallback((next: boolean) => {
    setIsLogging(next);
    void logToConsole.setValue(next);
  }, []);
  return [isLogging, change];
}
