/**
 * Text that spreadsheets interpret as a formula: a leading `=`, or another such sign before a call, an external command
 * or a reference to another sheet. Numbers, handles and telephone numbers are not formulas. Full-width and small signs
 * also count, because some programs convert them, and so do signs after invisible characters.
 */
const FORMULA = /[=＝﹦]|[+\-@＋－＠﹢﹣﹫][^;\t\r\n\v\f\u0085\u2028\u2029]*?(?:\p{L}\s*[(（]|[|!])/uy;
/**
 * The beginning of a cell, and characters that separate cells in other countries and programs, which remove quotes
 * there. Each is matched once, because a cell may consist of them.
 */
const CELL_STARTS = /(?:[;|\t\r\n\v\f\u0085\u2028\u2029]|^)[\s\p{Cc}\p{Default_Ignorable_Code_Point}"]*/gu;

/**
 * A text as a CSV cell (RFC 4180), quoted if needed, also for programs that separate with semicolons or tabs. A formula
 * is prefixed with an apostrophe, so that a page cannot run one in the user's spreadsheet (OWASP, CSV Injection).
 */
export function csvCell(text: string): string {
  const guarded = withApostrophes(text);
  return /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Whether a spreadsheet could interpret a text, or a part of it after a separator, as a formula. */
export function hasFormula(text: string): boolean {
  return withApostrophes(text) !== text;
}

function withApostrophes(text: string): string {
  return text.replace(CELL_STARTS, (start: string, at: number) => {
    FORMULA.lastIndex = at + start.length;
    return FORMULA.test(text) ? `${start}'` : start;
  });
}
