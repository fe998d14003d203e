/** Returns the day of a time in milliseconds since 1970, as `YYYY-MM-DD` in the user's time zone. */
export function formatLocalDay(at: number): string {
  const date = new Date(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}
