/** A sign, number or letter before the text of an item. */
const MARKER = /^[(]?(?:\p{N}{1,3}|\p{L}|[ivxIVX]{2,5})[.)]$|^[•◦▪‣·*–—■●○∗▶►▸➢➤-]$/u;
/** A clause number: `2.1`, `§ 4`. */
const CLAUSE = /^(?:\d{1,2}(?:\.\d{1,2}){1,3}\.?|§ ?\d{1,4})$/;

/** Whether a text is only the mark of an item in a list or a contract. */
export function isMarker(text: string): boolean {
  return MARKER.test(text.trim()) || CLAUSE.test(text.trim());
}

/** Whether texts are the marks of a list: signs, letters, or consecutive numbers from one. */
export function areMarkers(texts: readonly string[]): boolean {
  const numbers = texts.filter((text) => isPlainNumber(text)).map(Number);
  return (
    texts.every((text) => isMarker(text) || isPlainNumber(text)) &&
    numbers.every((number, index) => number === index + 1)
  );
}

/** Whether a mark is a number without a dot, which some programs write in lists. */
export function isPlainNumber(text: string): boolean {
  return /^\d{1,3}$/.test(text.trim());
}

/** Whether the clause numbers among some markers are consecutive, unlike the numbers in a table. */
export function areInOrder(markers: readonly string[]): boolean {
  const clauses = markers
    .filter((text) => CLAUSE.test(text.trim()))
    .map((text) => (text.match(/\d+/g) ?? []).map(Number));
  return clauses.slice(1).every((clause, index) => compare(clauses[index] ?? [], clause) < 0);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((number, place) => number !== other[place]);
  return index === -1 ? one.length - other.length : (one[index] ?? 0) - (other[index] ?? -1);
}
