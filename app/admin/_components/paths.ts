export const QUEUE_PATH = "/admin/moderation";
export const BUILDS_PATH = "/admin/builds";

export const reviewPath = (listingId: string) => `${QUEUE_PATH}/${listingId}`;
