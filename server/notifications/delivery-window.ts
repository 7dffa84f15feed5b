/** What keeps coming due, and how it is dealt with. */
export interface DeliveryWindowOptions<T> {
  /** How many are under way at once. */
  size: number;
  /** Takes up to `room` of what is due; `isAlone` when nothing of ours is under way. */
  take: (room: number, isAlone: boolean) => Promise<T[]>;
  /** Deals with one; false when that failed. */
  handle: (item: T) => Promise<boolean>;
  /** Called when it is over, before anybody else has a turn: whoever comes then opens a new window. */
  end: () => void;
  /** From when this is true nothing new is begun. */
  isStopping: () => boolean;
}

export interface DeliveryWindow {
  /** Has it looked again whether something is due. */
  poll: () => void;
  /** When nothing is due or under way any more; fails with what `take` or `handle` threw, once nothing is under way. */
  done: Promise<void>;
}

/**
 * Works off what is due, in a window that takes more as soon as half of it is free: a slow one keeps its place and holds
 * nobody up. After a failure it takes no more before all that is under way has ended, so that whoever fails is not asked
 * a whole window more.
 */
export function createDeliveryWindow<T>({
  size,
  take,
  handle,
  end,
  isStopping,
}: DeliveryWindowOptions<T>): DeliveryWindow {
  let inFlight = 0;
  let mayBeDue = true;
  let hasFailed = false;
  let broken: { error: unknown } | undefined;
  let wake = (): void => undefined;

  const poll = (): void => {
    mayBeDue = true;
    wake();
  };
  const breakOff = (error: unknown): false => {
    broken ??= { error };
    return false;
  };
  const begin = (item: T): void => {
    inFlight += 1;
    void handle(item)
      .catch(breakOff)
      .then((succeeded) => {
        inFlight -= 1;
        hasFailed = !succeeded;
        poll();
      });
  };
  const hasRoom = () => (hasFailed ? inFlight === 0 : inFlight <= size / 2);

  async function work(): Promise<void> {
    try {
      await workOff();
    } finally {
      end();
    }
  }

  async function workOff(): Promise<void> {
    while (true) {
      const mayBegin = mayBeDue && !broken && !isStopping();
      if (mayBegin && hasRoom()) {
        mayBeDue = false;
        const items = await take(size - inFlight, inFlight === 0).catch((error) => breakOff(error) || []);
        if (items.length > 0) mayBeDue = true;
        items.forEach(begin);
      } else if (inFlight > 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (broken) {
        throw broken.error;
      } else {
        if (!mayBeDue || isStopping()) return;
      }
    }
  }
  return { poll, done: work() };
}
