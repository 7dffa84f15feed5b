import { getRouteHandlers } from "@/server/rest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = getRouteHandlers("/worker.tgz");
