/** `hold` keeps the worker alive until the function that it returned is called. */
export type WorkerHold = { hold(): () => void };

/** Wraps work that needs the database and during which the browser must not stop the worker. */
export class HeldWork {
  readonly #ready: Promise<void>;
  readonly #keepAlive: WorkerHold;

  /** `ready` resolves when the database can be used. */
  constructor(ready: Promise<void>, keepAlive: WorkerHold) {
    this.#ready = ready;
    this.#keepAlive = keepAlive;
  }

  run<Arguments extends unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ): (...args: Arguments) => Promise<Result> {
    return async (...args) => {
      await this.#ready;
      const release = this.#keepAlive.hold();
      try {
        return await work(...args);
      } finally {
        release();
      }
    };
  }

  /** Like `wrap`, for work that yields results while it runs. */
  stream<Arguments extends unknown[], Item>(
    work: (...args: Arguments) => AsyncIterable<Item>,
  ): (...args: Arguments) => AsyncGenerator<Item> {
    const ready = this.#ready;
    const keepAlive = this.#keepAlive;
    return async function* (...args) {
      await ready;
      const release = keepAlive.hold();
      try {
        yield* work(...args);
      } finally {
        release();
      }
    };
  }
}
