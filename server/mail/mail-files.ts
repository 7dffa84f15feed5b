import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "@/db/atomic-write.ts";

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;

/** Writes a mail to the mail folder of embedded mode. The file of a mail is the same on every attempt. */
export function writeMailFile(directory: string, mailId: string, content: Buffer): void {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  writeFileAtomically(pathOf(directory, mailId), content.toString("latin1"), FILE_MODE);
}

export function removeMailFile(directory: string, mailId: string): void {
  rmSync(pathOf(directory, mailId), { force: true });
}

const pathOf = (directory: string, mailId: string): string => join(directory, `${mailId}.eml`);
