import { expect, it } from "vitest";
import { describeClient } from "./session-store.ts";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`${WINDOWS}; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox", "Windows"],
  [`${WINDOWS}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [`${LINUX} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, "Microsoft Edge", "Linux"],
  [`${MAC} Version/18.5 Safari/605.1.15`, "Safari", "macOS"],
  [`${IPHONE} CriOS/138.0 Mobile/15E148 Safari/604.1`, "Chrome", "iOS"],
  [`${IPHONE} FxiOS/138.0 Mobile/15E148 Safari/605.1.15`, "Firefox", "iOS"],
  [`${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
])("names browser and system of %s", (userAgent, browser, system) => {
  expect(describeClient(userAgent)).toEqual({ browser, system });
});

it.each([null, "", " ", "x".repeat(100_000), "<b>bold</b>/1 (evil\u202e) x", "curl/8.5.0", "\u0000"])(
  "knows nothing of %j",
  (userAgent) => {
    expect(describeClient(userAgent)).toEqual({ browser: null, system: null });
  },
);
