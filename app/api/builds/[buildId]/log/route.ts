import { handlersAt } from "@/server/rest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = handlersAt("/api/builds/{buildId}/log");
