import { vi } from 'vitest';

// Test files of a worker process share its modules and its document. Each begins with the real clock and an empty
// document.
vi.useRealTimers();
vi.restoreAllMocks();
if (typeof document !== 'undefined') {
  const root = document.documentElement;
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  root.innerHTML = '<head></head><body></body>';
  getSelection()?.removeAllRanges();
  localStorage.clear();
}
