/** A figure of the overview: what needs a person now, since when, and how much of it came on each of the last days. */
export interface AttentionFigure {
  count: number;
  /** When the oldest of them began; null where there is none or it does not matter. */
  since: string | null;
  /** The last 14 days in UTC, today last; null where there is no such history. */
  days: number[] | null;
}

/** What needs a person now, on the whole platform. */
export interface AttentionOverview {
  waitingListings: AttentionFigure;
  failedBuilds: AttentionFigure;
  stuckBuilds: AttentionFigure;
  unprocessedPayments: AttentionFigure;
  failingChannels: AttentionFigure;
  goneWorkers: AttentionFigure;
}
