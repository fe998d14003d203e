/** How a function begins in formatted code: a declaration, an arrow function with a body, or a method. */
const START =
  /\bfunction\b.*[({]$|=> \{$|[=(] ?(?:async )?\(\{?$|^ *(?:(?:async|static|override|protected|private|get|set) )*\*?#?(?!(?:if|for|while|switch|catch)\b)\w+(?:<.*>)?\((?:.*[{(])?$/;
const NAME = /function\*? (\w+)|const (\w+)|^ *(?:[a-z]+ )*\*?(#?\w+)[(<]/;

export type LongFunction = { name: string; lines: number };

const getIndentation = (line: string) => line.length - line.trimStart().length;

/**
 * The functions in formatted code with more than `limit` lines. A function ends at the next line with its indentation
 * that opens nothing.
 */
export function findLongFunctions(code: string, limit: number): LongFunction[] {
  const lines = code.split('\n');
  return lines.flatMap((line, start) => {
    if (!START.test(line)) return [];
    const isInside = (at: number) => lines[at] === '' || getIndentation(lines[at] ?? '') > getIndentation(line);
    let end = start;
    do {
      end += 1;
      while (end < lines.length && isInside(end)) end += 1;
      // The parameters end here, and the body begins.
    } while (/^\s*[)}].*(?:\{|=>)$/.test(lines[end] ?? ''));
    const isFunction = /^\s*\}/.test(lines[end] ?? '');
    const length = end - start + 1;
    if (!isFunction || length <= limit) return [];
    return [
      {
        name:
          NAME.exec(line)
            ?.slice(1)
            .find((each) => each !== undefined) ?? line.trim(),
        lines: length,
      },
    ];
  });
}
