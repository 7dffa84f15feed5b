import { NOT_FOUND_HANDLERS } from "@/server/rest.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = NOT_FOUND_HANDLERS;
