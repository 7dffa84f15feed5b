import { TRPC } from "@/server/router.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = TRPC;
