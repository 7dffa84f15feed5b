import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createEntity, createListing } from "@/db/factories.ts";
import { archiveObjects, archives } from "@/db/schema/index.ts";
import { setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { getPresentation } from "@/server/domains/marketplace/registry/presentation.ts";
import { PARSER_VERSION } from "./policy.ts";
import { parseReadmes, saveReadmeDocuments } from "./readme-documents.ts";

setUpPlatform();

const jobs = () => systemContext("jobs");
const orm = () => database().systemDb.orm;

async function publish(readme: string | null) {
  const { tenant } = await signInMember();
  const tenantId = tenant.id;
  const sha256 = randomUUID().replaceAll("-", "").repeat(2);
  await orm().insert(archiveObjects).values({ sha256, readme, touchedAt: new Date() });
  const manifest = { repository: "https://code.example/one" };
  await orm()
    .insert(archives)
    .values({ tenantId, sha256, sizeBytes: 7n, unpackedBytes: 9n, fileCount: 1, manifest });
  const { id, slug } = await createEntity(orm(), { type: "APP_PLUGIN", tenantId });
  const item = { tenantId, type: "APP_PLUGIN", slug, entityId: id } as const;
  await createListing(orm(), { ...item, archiveSha256: sha256, status: "APPROVED", version: "1.0.0" });
  const show = async () => (await getPresentation(jobs(), { type: "app-plugin", slug })).readme;
  return { sha256, show };
}

const setVersion = (sha256: string, readmeParserVersion: number) =>
  orm().update(archiveObjects).set({ readmeParserVersion }).where(eq(archiveObjects.sha256, sha256));

describe("the README of an archive", () => {
  it("is shown as its start and a note until it is parsed, and then as stored", async () => {
    const { sha256, show } = await publish(`[**Guide**](guide.md) ${"word ".repeat(5_000)}`);
    const pending = JSON.stringify(await show());
    expect(pending).toContain("Shown without formatting until the checks of this version have run.");
    expect(pending).toContain("[**Guide**]");
    expect(pending.length).toBeLessThan(21_000);
    await saveReadmeDocuments(jobs(), sha256);
    const shown = JSON.stringify(await show());
    expect(shown).toContain('"tagName":"strong"');
    expect(shown).toContain('"href":"https://code.example/one');
    await orm().update(archiveObjects).set({ readmeDocuments: [] }).where(eq(archiveObjects.sha256, sha256));
    expect(await show()).toEqual([]);
  });

  it.each(["a &#0; &#xD800; \u{1F680}", "[a](b%00c.gif) ![](d%00e.gif)", "# %00\n\n[x](#%00)"])(
    "is stored without what PostgreSQL refuses: %j",
    async (readme) => {
      const { sha256, show } = await publish(readme);
      await saveReadmeDocuments(jobs(), sha256);
      expect(JSON.stringify(await show())).not.toContain("until the checks");
    },
  );
});

describe("parseReadmes", () => {
  it("parses the READMEs of listings without documents of this parser", async () => {
    const [missing, old, silent] = [await publish("**a**"), await publish("**b**"), await publish(null)];
    await setVersion(old.sha256, PARSER_VERSION - 1);
    await parseReadmes(jobs());
    for (const { show } of [missing, old]) expect(JSON.stringify(await show())).toContain("strong");
    expect(await silent.show()).toEqual([]);
  });
});
