/** The user's days from one moment to another, both included, as YYYY-MM-DD. Moments in milliseconds since 1970. */
export function daysOf(from: number, to: number): string[] {
  const days: string[] = [];
  const day = new Date(from);
  day.setHours(12, 0, 0, 0);
  const last = new Date(to).setHours(23, 59, 59, 999);
  for (; day.getTime() <= last; day.setDate(day.getDate() + 1)) {
    const two = (number: number) => String(number).padStart(2, '0');
    days.push(`${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`);
  }
  return days;
}
