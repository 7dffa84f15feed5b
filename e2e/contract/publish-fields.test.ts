import { beforeAll, describe, it } from "vitest";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem } from "./expect-response.ts";
import { type Account, createAccount } from "./fixtures.ts";
import { composePublish, type PublishRequest, publish } from "./publish-request.ts";

const EMOJI = "😀";
const SOME_ID = "01900000-0000-7000-8000-0000000000ff";

/** What is wrong in each field; `undefined` leaves the field out. */
const WRONG: Record<string, readonly unknown[]> = {
  type: [undefined, null, "", "PLUGIN", "app_plugin", " THEME", "toString", 5, true, ["THEME"], {}],
  name: [
    undefined,
    null,
    "",
    " \t\n",
    "n".repeat(81),
    EMOJI.repeat(81),
    "a\u0000b",
    "a\nb",
    "a\tb",
    "a\u0085b",
    "\ud800",
    5,
    {},
  ],
  slug: [
    undefined,
    null,
    "",
    "ab",
    "a".repeat(65),
    "Offline",
    "off_line",
    "off--line",
    "-offline",
    "offline-",
  ],
  "slug ": [
    "1offline",
    " offline",
    "offline ",
    "offline\n",
    "öffline",
    "off/line",
    "off.line",
    "../offline",
    12_345,
    [],
  ],
  version: [
    undefined,
    null,
    "",
    "1",
    "1.2",
    "1.2.3.4",
    "v1.2.3",
    " 1.2.3",
    "1.2.3 ",
    "1.2.3\n",
    "01.2.3",
    "1.2.03",
  ],
  "version ": [
    "1.2.3-01",
    "1.2.3-",
    "1.2.3+",
    "1.2.3-a..b",
    "1.2.x",
    "1234567890123456.0.0",
    `1.0.0-${"a".repeat(123)}`,
    1.2,
  ],
  description: [
    undefined,
    null,
    "",
    "\r\n",
    "d".repeat(5_001),
    EMOJI.repeat(5_001),
    "\u0000",
    "a\rb",
    "a\u001bb",
    "a\udfff",
    5,
    [],
  ],
  changelog: ["c".repeat(20_001), "\u0000", "a\u0008b", "a\u007fb", "\ud800a", 5, {}, false],
  appPluginId: [undefined, null, 5, {}, [SOME_ID]],
  themeId: [SOME_ID, "", 5],
  systemPluginId: [SOME_ID, "nothing"],
  archiveSha256: ["", "abc", "g".repeat(64), "A".repeat(64), "a".repeat(63), "a".repeat(65), 5, {}],
};

const CASES = Object.entries(WRONG).flatMap(([field, values]) =>
  values.map((value) => [field.trim(), shorten(value), value] as const),
);

describeBothEntryPoints("POST /api/marketplace/publish", (entryPoint) => {
  let account: Account;
  let good: PublishRequest;

  beforeAll(async () => {
    account = await createAccount();
    good = await composePublish(account);
  });

  describe("400 names the invalid field", () => {
    it.each(CASES)("%s: %s", async (field, _, value) => {
      const response = await publish(entryPoint, account, { ...good, [field]: value });
      expectProblem(response, 400, "VALIDATION_FAILED", [field]);
    });

    it.each([
      ["THEME", { appPluginId: SOME_ID }, ["appPluginId", "themeId"]],
      ["THEME", { themeId: SOME_ID, archiveSha256: "a".repeat(64) }, ["archiveSha256"]],
      [
        "SYSTEM_PLUGIN",
        { themeId: SOME_ID, appPluginId: SOME_ID },
        ["appPluginId", "systemPluginId", "themeId"],
      ],
    ])("the references of %s (%#)", async (type, references, paths) => {
      const response = await publish(entryPoint, account, {
        ...good,
        appPluginId: undefined,
        type,
        ...references,
      });
      expectProblem(response, 400, "VALIDATION_FAILED", paths);
    });

    it("lists all at once, with those of the query", async () => {
      const wrong = {
        type: "SYSTEM_PLUGIN",
        name: 5,
        slug: "A",
        version: "1",
        description: "",
        changelog: "\u0000",
        appPluginId: SOME_ID,
        themeId: SOME_ID,
        archiveSha256: "?",
      };
      const response = await publish(entryPoint, account, wrong, { query: "?dryRun=maybe" });
      expectProblem(response, 400, "VALIDATION_FAILED", [
        "dryRun",
        "systemPluginId",
        ...Object.keys(wrong).slice(1),
      ]);
    });

    it("lists all required fields of an empty object", async () => {
      expectProblem(await publish(entryPoint, account, {}), 400, "VALIDATION_FAILED", [
        "description",
        "name",
        "slug",
        "type",
        "version",
      ]);
    });

    it.each(["null", "[]", '"text"', "5", "true"])("the whole body %s", async (body) => {
      const headers = { "Content-Type": "application/json" };
      const response = await publish(entryPoint, account, undefined, { body, headers });
      expectProblem(response, 400, "VALIDATION_FAILED", [""]);
    });
  });

  describe("400 for malformed JSON", () => {
    const headers = { "Content-Type": "application/json" };

    it.each(["", " ", "{", "{]", "{'a':1}", '{"a":1}}', "undefined", "NaN", '{"a":"\n"}'])(
      "%j",
      async (body) => {
        expectProblem(
          await publish(entryPoint, account, undefined, { body, headers }),
          400,
          "MALFORMED_JSON",
        );
      },
    );

    it("and for invalid UTF-8", async () => {
      const body = new Uint8Array([0x22, 0xff, 0x22]);
      expectProblem(await publish(entryPoint, account, undefined, { body, headers }), 400, "MALFORMED_JSON");
    });
  });
});

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? "left out";
  return text.length > 30 ? `${text.slice(0, 20)}… (${text.length})` : text;
}
