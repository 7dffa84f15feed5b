import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { simpleParser } from "mailparser";
import { expectInteractive } from "./fixtures.ts";

const folder = () => join(process.env["E2E_DATA_DIR"] ?? "", "mail");

interface ReceivedMail {
  subject: string;
  text: string;
}

/** Newest mail to an address with this subject, once it is in the folder of embedded mode. */
export async function receiveMail(address: string, subject: RegExp): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined;
  await expect
    .poll(
      async () => {
        found = (await listMails(address)).find((mail) => subject.test(mail.subject));
        return found !== undefined;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  if (!found) throw new Error("no mail");
  return found;
}

/** Path of the link in a mail. */
export function linkIn({ text }: ReceivedMail, path: string): string {
  const url = text.split(/\s/).find((word) => URL.canParse(word) && new URL(word).pathname.startsWith(path));
  if (!url) throw new Error(`the mail has no link to ${path}`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Verifies the address of the signed-in user by the link that was mailed to it. */
export async function verifyEmail(page: Page, address: string): Promise<void> {
  await page.goto(linkIn(await receiveMail(address, /Verify your email/), "/verify-email"));
  const verify = page.getByRole("button", { name: "Verify email" });
  await expectInteractive(verify);
  await verify.click();
  await page.waitForURL("**/builder/**");
}

async function listMails(address: string): Promise<ReceivedMail[]> {
  const names = (await readdir(folder()).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const files = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder(), name))).mtimeMs })),
  );
  const mails = [];
  for (const { name } of files.toSorted((a, b) => b.at - a.at)) {
    const { to, subject = "", text = "" } = await simpleParser(await readFile(join(folder(), name)));
    const recipients = [to ?? []].flat().flatMap(({ value }) => value.map((one) => one.address));
    if (recipients.includes(address)) mails.push({ subject, text });
  }
  return mails;
}
