import { TRPC } from "@/server/http/trpc/handler.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = TRPC;
