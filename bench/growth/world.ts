import { rowId } from "../data/ids.ts";

/** One tenant with all builds. The last of its apps was given up: its builds are years older than the others'. */
export const TENANT = { id: rowId("tenant", 0), slug: "growing" };
export const MEMBER = rowId("user", 0);
export const APPS = 10;
export const appId = (number: number): string => rowId("app", number);
export const GIVEN_UP = APPS - 1;
/** The newest build of the first app. */
export const newestBuild = (builds: number): string => rowId("build", builds - APPS);

/** A tenant beside it whose builds wait to be reported on. */
export const BUSY = { id: rowId("tenant", 1), app: rowId("busyApp", 0) };
export const QUEUED_BUILDS = 2_000;

/** How many listings and rows of the audit log come with so many builds. */
export const listingsBeside = (builds: number): number => Math.min(100_000, builds / 10);
export const auditRowsBeside = (builds: number): number => Math.min(1_000_000, builds);
