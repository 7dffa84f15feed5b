import { describe, expect, it } from "vitest";
import { findFirstError } from "./policy.ts";

/** Excerpts in the formats of tools; the line with the cause begins with "!". */
const EXCERPTS: Record<string, string[]> = {
  "Kotlin, after a warning": [
    "w: error: ignored",
    "> Task :app:compileErrorReleaseKotlin UP-TO-DATE",
    "> Task :app FAILED",
    "!e: file:///app/Main.kt:3:9 Unresolved reference 'sum'.",
  ],
  "Gradle tests": [
    "> Task :app:testDebugUnitTest",
    "ParserTest > reports error: unexpected token PASSED",
    "ErrorHandlerTest > retries PASSED",
    "!FormatTest > keeps accents FAILED",
    "    org.opentest4j.AssertionFailedError: expected: <é> but was: <e>",
  ],
  "Gradle without compiler output": ["BUILD started", "!FAILURE: Build failed with an exception."],
  Surefire: ["[INFO] Tests run: 4, Failures: 0, Errors: 0", "![ERROR] Tests run: 2, Failures: 1, Errors: 0"],
  Xcode: [
    "CompileSwift normal arm64 /app/NetworkError.swift",
    "/app/View.swift:4:1: warning: error: is a bad label",
    "!/app/View.swift:10:5: error: cannot find 'nmae' in scope",
  ],
  "Xcode tests": [
    "Test Case '-[AppTests.ErrorTests testError]' started.",
    "Test Case '-[AppTests.ErrorTests testError]' passed (0.002 seconds).",
    "!/app/Tests.swift:7: error: -[AppTests.SumTests testSum] : XCTAssertEqual failed",
  ],
  xcbeautify: [
    "[App] Compiling ParseError.swift",
    "[App] Compiling Error",
    "    ✔ testFatalError (0.001 seconds)",
    "!❌ /app/View.swift:3:1: cannot find type 'Colour' in scope",
  ],
  Flutter: [
    "00:03 +0: loading /app/test/error_test.dart",
    "00:04 +1: shows Error: offline",
    "!00:05 +1 -1: adds numbers [E]",
    "  Expected: <3>",
  ],
  "Flutter's compiler": [
    "Running Gradle task 'assembleRelease'...",
    "!lib/main.dart:12:7: Error: Undefined name 'tilte'.",
  ],
  Buildkite: [
    "~~~ Preparing error reporting",
    "$ grep -c error: app.log",
    "+++ Error summary",
    "!🚨 Error: The command exited with status 2",
  ],
  "GitHub Actions": [
    "2024-05-01T10:00:00.1234567Z ##[group]Run npm run error-report",
    "2024-05-01T10:00:01.1234567Z ##[warning]Node error: old version",
    "!2024-05-01T10:00:02.1234567Z ##[error]Process completed with exit code 1.",
  ],
  CocoaPods: [
    "Installing ErrorKit (1.2.0)",
    "Using Error (2.0)",
    "[!] Automatically assigning platform `iOS` with version `15.0`",
    '![!] CocoaPods could not find compatible versions for pod "Kit":',
  ],
  fastlane: [
    "[10:00:00]: --- Step: error_reporter ---",
    "[10:00:01]: ▸ Compiling AppError.swift",
    "![10:00:02]: Error: no signing certificate",
  ],
  npm: ["npm warn deprecated error-ex@1.0.0: error: moved", "!npm error code ERESOLVE"],
  Jest: ["PASS src/error.test.ts", "  ✓ throws TypeError: for null (2 ms)", "!  ● sum › adds"],
  TAP: ["ok 1 - returns error: for null", "!not ok 2 - sums"],
  Go: ["--- PASS: TestError (0.00s)", "!--- FAIL: TestSum (0.00s)"],
  Java: ["Loaded class com.app.ErrorView", "!java.lang.OutOfMemoryError: Java heap space"],
  TypeScript: [
    "src/errors/index.ts compiled",
    "!src/app.ts(3,5): error TS2322: Type 'string' is not assignable",
  ],
  Rust: ["   Compiling thiserror v1.0.0", "!error[E0308]: mismatched types"],
  linker: ["note: fine", "ld: symbol(s) not found", "!clang: error: linker command failed"],
  "words alone": ["all good", "0 errors, no failures", "open src/error.ts", "!the job was killed"],
};

describe("findFirstError", () => {
  it.each(Object.entries(EXCERPTS))("finds the cause in the output of %s", (_, marked) => {
    const lines = marked.map((line) => line.replace(/^!/, ""));
    expect(lines[findFirstError(lines) ?? -1]).toBe(marked.find((line) => line.startsWith("!"))?.slice(1));
  });

  it("finds nothing in the output of a build that passed", () => {
    const isHarmless = (line: string) => !line.startsWith("!");
    const [kotlin = [], gradle = [], ...others] = Object.values(EXCERPTS).map((lines) =>
      lines.filter(isHarmless),
    );
    const lines = [kotlin[0], kotlin[1], ...gradle.slice(0, 3), ...others.slice(3, 13).flat()].filter(
      (line) => line !== undefined && !line.startsWith("    org.") && !line.startsWith("  Expected"),
    ) as string[];
    expect(lines.length).toBeGreaterThan(15);
    expect(lines[findFirstError(lines) ?? -1]).toBeUndefined();
  });
});
