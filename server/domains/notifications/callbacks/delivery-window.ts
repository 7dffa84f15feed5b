export interface DeliveryWindowOptions<T> {
  size: number;
  /** Takes up to `room` due items; `isAlone` when none is in flight. */
  take: (room: number, isAlone: boolean) => Promise<T[]>;
  /** Handles one item; false on failure. */
  handle: (item: T) => Promise<boolean>;
  /** Called once when the window closes, before `done` settles: a later item opens a new window. */
  end: () => void;
  isStopping: () => boolean;
}

export interface DeliveryWindow {
  /** Takes again, since new items may be due. */
  poll: () => void;
  /** Number of items taken, once nothing is due or in flight; rejects with the first error of `take` or `handle`. */
  done: Promise<number>;
}

/**
 * Sliding window over due items with a concurrency limit. It takes more once half of it is free, so a slow item delays no
 * other. After a failure it waits until nothing is in flight, so a failing receiver is not sent a full window.
 */
export function createDeliveryWindow<T>(options: DeliveryWindowOptions<T>): DeliveryWindow {
  const { size, take, handle, end, isStopping } = options;
  let inFlight = 0;
  let mayBeDue = true;
  let hasFailed = false;
  let failure: { error: unknown } | undefined;
  let wake = (): void => undefined;

  const poll = (): void => {
    mayBeDue = true;
    wake();
  };
  const fail = (error: unknown): false => {
    failure ??= { error };
    return false;
  };
  const start = (item: T): void => {
    inFlight += 1;
    void handle(item)
      .catch(fail)
      .then((succeeded) => {
        inFlight -= 1;
        hasFailed = !succeeded;
        poll();
      });
  };
  const hasRoom = () => (hasFailed ? inFlight === 0 : inFlight <= size / 2);

  async function run(): Promise<number> {
    let taken = 0;
    while (true) {
      const mayTake = mayBeDue && !failure && !isStopping();
      if (mayTake && hasRoom()) {
        mayBeDue = false;
        const items = await take(size - inFlight, inFlight === 0).catch((error) => fail(error) || []);
        taken += items.length;
        if (items.length > 0) mayBeDue = true;
        items.forEach(start);
      } else if (inFlight > 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (failure) {
        throw failure.error;
      } else {
        if (!mayBeDue || isStopping()) return taken;
      }
    }
  }
  return { poll, done: run().finally(end) };
}
