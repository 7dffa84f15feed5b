/** Two rows of large cards on a wide screen. */
export const MAX_FEATURED_ITEMS = 6;
