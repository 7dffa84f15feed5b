import type { ThemeConfig } from "@/shared/plugin/theme-config.ts";

/** Undo history of a draft. `saved` is the draft on the server at `revision`. */
export interface DraftHistory {
  past: ThemeConfig[];
  present: ThemeConfig;
  future: ThemeConfig[];
  saved: ThemeConfig;
  revision: number;
  /** Last change and its time in ms; changes of one field in quick succession are one undo step. */
  last: { field: string; at: number } | null;
}

export type DraftAction =
  | { type: "change"; field: string; at: number; config: ThemeConfig }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "saved"; config: ThemeConfig; revision: number }
  /** Replaces the draft by a newer one from the server; undo restores it. */
  | { type: "reload"; config: ThemeConfig; revision: number }
  | { type: "restore"; config: ThemeConfig; revision: number };

const STEP_WINDOW_MS = 800;
const MAX_STEPS = 200;

export const startHistory = (config: ThemeConfig, revision: number): DraftHistory => ({
  past: [],
  present: config,
  future: [],
  saved: config,
  revision,
  last: null,
});

export const isDirty = ({ present, saved }: DraftHistory): boolean => !isSameDraft(present, saved);

export const isSameDraft = (one: ThemeConfig, other: ThemeConfig): boolean =>
  one === other || toKey(one) === toKey(other);

export function changeDraft(state: DraftHistory, action: DraftAction): DraftHistory {
  switch (action.type) {
    case "change":
      return change(state, action);
    case "undo": {
      const previous = state.past.at(-1);
      if (!previous) return state;
      const past = state.past.slice(0, -1);
      return { ...state, past, present: previous, future: [state.present, ...state.future], last: null };
    }
    case "redo": {
      const [next, ...future] = state.future;
      if (!next) return state;
      return { ...state, past: [...state.past, state.present], present: next, future, last: null };
    }
    case "saved":
      return { ...state, saved: action.config, revision: action.revision, last: null };
    case "reload":
      return {
        ...startHistory(action.config, action.revision),
        past: isSameDraft(state.present, action.config) ? state.past : [...state.past, state.present],
      };
    case "restore":
      return { ...state, past: [state.saved], present: action.config, revision: action.revision };
  }
}

function change(
  state: DraftHistory,
  { field, at, config }: Extract<DraftAction, { type: "change" }>,
): DraftHistory {
  const isSameStep =
    state.last?.field === field && at - state.last.at < STEP_WINDOW_MS && state.past.length > 0;
  const past = isSameStep ? state.past : [...state.past, state.present].slice(-MAX_STEPS);
  return { ...state, past, present: config, future: [], last: { field, at } };
}

/** Key of a draft, independent of the order of its fields. */
const toKey = (config: ThemeConfig): string => JSON.stringify(sorted(config));

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, field]) => [key, sorted(field)]);
}
