import { expect, type Page } from "@playwright/test";
import { type ParsedMail, simpleParser } from "mailparser";
import type { ReceivedMail } from "../support/receivers/mail-receiver.ts";
import { E2E_MAIL_CREDENTIALS } from "../support/secrets.ts";
import { expectInteractive } from "./fixtures.ts";

/** Newest mail to an address whose subject or text matches, once it has arrived at the mail server: encrypted, and after a login. */
export async function receiveMail(address: string, words: RegExp): Promise<ParsedMail> {
  let found: ParsedMail | undefined;
  await expect
    .poll(
      async () => {
        found = (await listMails(address)).find(
          ({ subject = "", text = "" }) => words.test(subject) || words.test(text),
        );
        return found !== undefined;
      },
      { message: `mail to ${address} like ${words}`, timeout: 30_000 },
    )
    .toBe(true);
  if (!found) throw new Error("no mail");
  return found;
}

/** Path of the link in a mail. */
export function linkIn({ text = "" }: ParsedMail, path: string): string {
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

async function listMails(address: string): Promise<ParsedMail[]> {
  const response = await fetch(`${process.env["E2E_MAILBOX"]}/?to=${encodeURIComponent(address)}`);
  const mails = (await response.json()) as ReceivedMail[];
  for (const { isEncrypted, user } of mails) {
    expect({ isEncrypted, user }).toEqual({ isEncrypted: true, user: E2E_MAIL_CREDENTIALS.user });
  }
  return Promise.all(mails.map(({ content }) => simpleParser(content)));
}
