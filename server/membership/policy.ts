/** How many days an invitation may wait. */
export const INVITATION_DAYS = [1, 7, 30] as const;
