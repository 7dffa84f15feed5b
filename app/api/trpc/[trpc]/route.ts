import { TRPC } from "@/server/trpc-door.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = TRPC;
