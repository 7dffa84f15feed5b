import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { RETRY_SCRIPT, renderUnavailablePage } from "./unavailable-page.ts";

describe("renderUnavailablePage", () => {
  it("shows the request id, loads nothing, and runs scripts and styles by nonce only", () => {
    const { body, status, headers } = renderUnavailablePage({
      missing: "pages",
      nonce: "a-nonce",
      requestId: "request-0001",
    });
    expect(status).toBe(503);
    expect(headers).toMatchObject({ "Cache-Control": "no-store", "X-Request-Id": "request-0001" });
    expect(headers["Content-Security-Policy"]).toContain("script-src 'nonce-a-nonce'");
    expect(body).toContain("<code>request-0001</code>");
    expect(body).toContain("Pages are restarting.");
    expect(body.match(/<(script|style)\b[^>]*>/g)).toEqual([
      '<style nonce="a-nonce">',
      '<script nonce="a-nonce">',
    ]);
    expect(body).not.toMatch(/\ssrc=|<link\b|url\(|https?:/);
  });

  it("reloads once the platform is ready, and polls at most every three seconds", async () => {
    const answers = [() => Promise.reject(new Error("away")), { ok: false }, { ok: true }];
    const requested: string[] = [];
    const waits: number[] = [];
    let look: (() => Promise<void>) | undefined;
    let reloads = 0;
    const page = createContext({
      fetch: async (path: string) => {
        requested.push(path);
        const answer = answers.shift();
        return typeof answer === "function" ? answer() : answer;
      },
      setTimeout: (run: () => Promise<void>, ms: number) => {
        look = run;
        waits.push(ms);
      },
      location: { reload: () => reloads++ },
    });
    runInContext(RETRY_SCRIPT, page);
    expect(requested).toEqual([]);
    for (const reloaded of [0, 0, 1]) {
      await look?.();
      expect(reloads).toBe(reloaded);
    }
    expect(requested).toEqual(["/api/ready", "/api/ready", "/api/ready"]);
    expect(waits).toHaveLength(3);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_000);
  });
});
