import type { Connections, Release } from '../../contracts/index.ts';

/** Browsers open at most this many connections to an HTTP/1.1 server. Further requests wait inside the browser. */
const PER_ORIGIN = 6;

type Origin = { taken: number; waiting: Set<() => void> };

/**
 * The connections of this worker, at most `perOrigin` to each origin. Without this limit, the browser would queue
 * further requests invisibly while their timeouts run. Browsers do not reveal in advance which servers support HTTP/2
 * and could take more.
 */
export function createConnections(perOrigin = PER_ORIGIN): (origin: string) => Connections {
  const origins = new Map<string, Origin>();

  return (name) => {
    const origin = origins.get(name) ?? { taken: 0, waiting: new Set() };
    origins.set(name, origin);
    return createOriginConnections(origin, perOrigin);
  };
}

function createOriginConnections(origin: Origin, limit: number): Connections {
  function taken(): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = origin.waiting;
      // The connection is handed to the next waiter directly, so that a later caller cannot take it.
      if (next) next();
      else origin.taken--;
    };
  }

  function tryTake(): Release | null {
    if (origin.taken >= limit) return null;
    origin.taken++;
    return taken();
  }

  return {
    tryTake,
    async take(signal) {
      signal.throwIfAborted();
      const free = tryTake();
      if (free !== null) return free;
      const { promise, resolve, reject } = Promise.withResolvers<Release>();
      const start = () => {
        leave();
        resolve(taken());
      };
      const cancel = () => {
        leave();
        reject(signal.reason);
      };
      const leave = () => {
        origin.waiting.delete(start);
        signal.removeEventListener('abort', cancel);
      };
      origin.waiting.add(start);
      signal.addEventListener('abort', cancel);
      return promise;
    },
  };
}
