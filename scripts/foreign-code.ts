/** Ways to run text as code, and to load external code. */
const FORBIDDEN: [string, RegExp][] = [
  ['eval', /(?<![\w$.])eval\s*\(/],
  ['new Function', /\bnew Function\s*\(|(?<![\w$.])Function\s*\(\s*["'`]/],
  ['a timer with text', /\bset(?:Timeout|Interval)\s*\(\s*["'`]/],
  ['code from elsewhere', /\b(?:import|importScripts)\s*\(\s*["'`](?:https?:)?\/\/|\bfrom\s*["'](?:https?:)?\/\//],
  ['a page’s part from elsewhere', /<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=["'](?:https?:)?\/\//i],
  ['a style’s part from elsewhere', /@import\b[^;]{0,20}["'(](?:https?:)?\/\/|url\(\s*["']?(?:https?:)?\/\//i],
];

/** Which of these ways a script, page or style sheet contains, in words. */
export function findForeignCode(text: string): string[] {
  return FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
}
