/** Lifetimes of an invitation, in days. */
export const INVITATION_DAYS = [1, 7, 30] as const;
