import { describe, expect, it } from "vitest";
import { AccountFields, NewAccount } from "./account-fields.ts";

const ACCOUNT = { name: "Ada", email: "ada.lovelace@drydock.test", password: "correct horse battery" };

async function problemsOf(fields: object) {
  const { error } = await NewAccount.safeParseAsync({ ...ACCOUNT, ...fields });
  return error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];
}

describe("a new password", () => {
  it.each([
    ["123456789", "at least 10 characters"],
    // Ten code points as typed, five after NFKC.
    ["äëïöü".normalize("NFD"), "at least 10 characters"],
    ["😀".repeat(9), "at least 10 characters"],
    [`${"correct horse ".repeat(80)}`, "at most 1024"],
    ["aaaaaaaaaa", "repeat one character"],
    ["          ", "repeat one character"],
    ["😀".repeat(12), "repeat one character"],
    ["abcabcabcabc", "short pattern"],
    ["1234567890", "sequence"],
    ["98765432109876", "sequence"],
    ["abcdefghijkl", "sequence"],
    ["zyxwvutsrqpo", "sequence"],
    ["password123", "common"],
    ["Password2026!", "common"],
    ["１２３４５６７８９０", "sequence"],
    ["ｐａｓｓｗｏｒｄ１２３", "common"],
    ["qwertyuiop", "common"],
    ["  password1234  ", "common"],
    ["drydock-demo", "common"],
    ["Drydock-Demo1", "common"],
    ["ada.lovelace@drydock.test", "your email"],
    ["Ada.Lovelace", "your email"],
    ["ada.lovelace1815", "your email"],
  ])("is refused with the field and the rule: %s", async (password, rule) => {
    const problems = await problemsOf({ password });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^password must .*(${rule})`));
  });

  it.each([undefined, null, 1, ["correct horse battery"], {}, "correct horse \ud800"])(
    "is refused when it is no text: %j",
    async (password) => {
      expect(await problemsOf({ password })).toHaveLength(1);
    },
  );

  it.each(["correct horse battery", "a few words to remember", "9f1c0b7a2e", "Käsebrötchen im Zug"])(
    "is accepted: %s",
    async (password) => {
      expect(await problemsOf({ password })).toEqual([]);
    },
  );

  it("is the same however its characters are encoded", async () => {
    const spellings = ["NFC", "NFD", "NFKC", "NFKD"].map((form) => "Käsebrötchen №1".normalize(form));
    const parsed = await Promise.all(
      spellings.map((password) => NewAccount.parseAsync({ ...ACCOUNT, password })),
    );
    expect(new Set(parsed.map(({ password }) => password)).size).toBe(1);
  });

  it("is judged together with all other fields", async () => {
    const fields = { name: " ", email: "x", password: "1234567890" };
    expect((await problemsOf(fields)).map((problem) => problem.split(" ")[0])).toEqual([
      "name",
      "email",
      "password",
    ]);
    const others = await problemsOf({ name: "\u001b", password: ACCOUNT.email });
    expect(new Set(others.map((problem) => problem.split(" ")[0]))).toEqual(new Set(["name", "password"]));
  });
});

describe("name and email address of an account", () => {
  it("are trimmed, and the address is in lower case", () => {
    expect(AccountFields.parse({ name: " Ada ", email: " Admin@Drydock.test " })).toEqual({
      name: "Ada",
      email: "admin@drydock.test",
    });
  });

  it.each([
    ["person@m\u00fcnchen.example", "person@xn--mnchen-3ya.example"],
    // A letter that looks like another keeps an address of its own.
    ["ada@dryd\u0443ck.test", "ada@xn--drydck-zrf.test"],
    ["Person@XN--MNCHEN-3YA.example", "person@xn--mnchen-3ya.example"],
  ])("%s is stored with its domain in punycode", (email, stored) => {
    expect(AccountFields.parse({ name: "Ada", email }).email).toBe(stored);
  });

  it.each([
    { name: "x".repeat(81) },
    { name: "Ada \u001b[31m" },
    { name: ["Ada"] },
    { name: "You won: https://evil.test" },
    { name: "WWW.evil.test" },
    // The Kelvin sign in lower case is "k".
    { email: "ada@drydoc\u212a.test" },
    { email: "ad\u0430@drydock.test" },
    { email: "ada\r\nBcc: eve@drydock.test@drydock.test" },
    { email: ["ada@drydock.test"] },
    { email: { address: "ada@drydock.test" } },
    { email: `${"a".repeat(250)}@drydock.test` },
    { email: `${"a".repeat(65)}@drydock.test` },
    { email: "ada@drydock.test, admin@drydock.test" },
    { email: "01900000-0000-7000-8000-00000000e001@Claimed.invalid" },
    { email: "ada@invalid" },
  ])("are refused: %j", (fields) => {
    const { name, email } = ACCOUNT;
    expect(AccountFields.safeParse({ name, email, ...fields }).success).toBe(false);
  });
});
