import { doorAt } from "@/server/rest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = doorAt(
  "/api/marketplace/listings/{listingId}/checks",
);
