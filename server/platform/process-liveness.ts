/** A process that is not heard of for so long has fallen silent. */
export const SILENT_AFTER_MS = 5_000;

/** The processes that are heard of, this one among them. */
export interface Peers {
  heardOf: (process: string) => void;
  /** Whether this process heard its own word lately, and so would hear the others'. */
  isHeard: () => boolean;
  /** Forgets who fell silent. @returns whether anybody did; nobody is judged while this process hears nothing itself */
  forgetSilent: () => boolean;
}

/**
 * @param self names this process
 * @param now milliseconds that only ever grow
 */
export function createPeers(self: string, now: () => number = () => performance.now()): Peers {
  const heardAt = new Map<string, number>();
  const isSilent = (process: string) => now() - (heardAt.get(process) ?? -Infinity) > SILENT_AFTER_MS;
  return {
    heardOf: (process) => heardAt.set(process, now()),
    isHeard: () => !isSilent(self),
    forgetSilent: () => {
      if (isSilent(self)) return false;
      const silent = [...heardAt.keys()].filter(isSilent);
      for (const process of silent) heardAt.delete(process);
      return silent.length > 0;
    },
  };
}
