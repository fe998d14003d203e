/**
 * Runs `work` and yields its reports, merged by `gather` while the consumer is busy. Returns its result. Rejects if
 * `work` does.
 */
export async function* withReports<Report, Gathered extends object, Result>(
  work: (report: (each: Report) => void) => Promise<Result>,
  gather: (before: Gathered | null, each: Report) => Gathered,
): AsyncGenerator<Gathered, Result> {
  let waiting: Gathered | null = null;
  let isOver = false;
  let wake: () => void = () => undefined;
  const take = () => {
    const batch = waiting;
    waiting = null;
    return batch;
  };
  const completion = work((each) => {
    waiting = gather(waiting, each);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // The result is awaited below, after the reports.
  completion.catch(() => undefined);
  for (;;) {
    const reports = take();
    if (reports !== null) yield reports;
    else if (isOver) return await completion;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}
