import { describe, expect, it } from "vitest";
import { MAX_FAILURE_SUMMARY_LENGTH, toMessage } from "../failure-messages/policy.ts";
import { findFailure } from "./policy.ts";

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
  "Xcode's dump of an NSError": [
    "Test case 'SyncTests.testA()' passed on 'Clone 1' (0.1 seconds)",
    "Connection interrupted {",
    '    error = "Error Domain=NSCocoaErrorDomain Code=4099";',
    '} (error = "Error Domain=NSCocoaErrorDomain Code=4099")',
    "!/app/SyncTests.swift:31: error: -[SyncTests testB] : XCTAssertEqual failed",
  ],
  "xcodebuild's arguments": [
    "    /usr/bin/xcodebuild -resultBundlePath /output/error.xcresult",
    '!xcodebuild: error: Existing file at -resultBundlePath "/output/error.xcresult"',
  ],
  "xcbeautify in plain text": [
    "[1/3] Compiling Error.swift",
    "![x] /app/File.swift:12:5: cannot find type 'Foo' in scope",
    "[!] /app/File.swift:14:5: unused variable",
  ],
  "fastlane's notes about modules": [
    "[09:04:04]: ▸ note: this is generally caused by modules with the same name found in multiple paths",
    "!▸ ❌  /app/View.swift:12:5: cannot find 'foo' in scope",
  ],
  "the linker": [
    "Test Case '-[AppTests testFatalErrorRecovery]' passed (0.001 seconds).",
    "!ld: library not found for -lFoo",
  ],
  "Swift Testing": [
    '✔ Test "shows error: message" passed after 0.01 seconds.',
    '!✘ Test "login" recorded an issue at LoginTests.swift:12:5: Expectation failed: 1 == 2',
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
  linker: ["note: fine", "!ld: symbol(s) not found", "clang: error: linker command failed"],
  "Gradle's innermost cause": [
    "> Task :app:signReleaseBundle FAILED",
    "FAILURE: Build failed with an exception.",
    "* What went wrong:",
    "Execution failed for task ':app:signReleaseBundle'.",
    "> A failure occurred while executing com.tool.FinalizeTask",
    "!   > Failed to read key upload from store: password was incorrect",
    "* Try:",
    "> Run with --stacktrace option to get the stack trace.",
  ],
  "Gradle's report that points at the output above": [
    "!/app/Main.java:12: error: cannot find symbol",
    "> Task :app:compileReleaseJavaWithJavac FAILED",
    "* What went wrong:",
    "Execution failed for task ':app:compileReleaseJavaWithJavac'.",
    "> Compilation failed; see the compiler error output for details.",
  ],
  "the task that failed, after another's noise": [
    "> Task :app:checkTools",
    "error: no daemon, starting one",
    "> Task :app:lint FAILED",
    "!error: Missing translation",
  ],
  "a Gradle script": [
    "* What went wrong:",
    "Script compilation errors:",
    '  Line 4:   versionNane = "1"',
    "!            ^ Unresolved reference: versionNane",
  ],
  "Xcode's failed commands": [
    "** ARCHIVE FAILED **",
    "The following build commands failed:",
    "!\tPhaseScriptExecution Embed\\ Frameworks /build/Script-1.sh",
    "(1 failure)",
  ],
  "a command that Xcode ran": [
    "!    Notes.app: not signed by the team",
    "    Command CodeSign failed with a nonzero exit code",
    "** BUILD FAILED **",
  ],
  "xcpretty in fastlane": [
    "[10:00:00]: ▸ Compiling AppError.swift",
    "![10:00:01]: ▸ /app/App.xcodeproj: error: Signing requires a development team.",
    "[10:00:01]: ▸ ** ARCHIVE FAILED **",
    "[10:00:02]: Exit status: 65",
    "[!] Error building the application - see the log above",
  ],
  "npm's registry": [
    "npm ERR! code E404",
    "!npm ERR! 404 Not Found - GET https://packages.test/none",
    "npm ERR! A complete log of this run can be found in:",
  ],
  "a script that npm runs": [
    "!src/a.ts(1,2): error TS2304: Cannot find name 'x'.",
    "npm ERR! code ELIFECYCLE",
    "npm ERR! app@1.0.0 build: `tsc`",
    "npm ERR! Failed at the app@1.0.0 build script.",
  ],
  pub: ["Resolving dependencies...", "!Because app depends on kit >=2.0.0, version solving failed."],
  "the worker's own limit": ["$ build", "!The command was stopped after the timeout of 600 s."],
  "a build without an artifact": [
    "BUILD SUCCESSFUL in 2s",
    "The command exited with code 0 after 2.1 s.",
    "!The command left no file at $ARTIFACT (/builds/out/app.aab).",
    "Start the worker with --no-artifact to allow builds without an artifact.",
  ],
  "a build without an artifact, by an older worker": [
    "BUILD SUCCESSFUL in 2s",
    "!The command exited with code 0 after 2.1 s. The command left an empty file at $ARTIFACT (/builds/out/app.aab).",
  ],
  "a log that ends without more": ["$ build", "!The command exited with code 1 after 2.0 s."],
  "EAS, which names the stream": [
    "[stderr] * What went wrong:",
    "[stderr] Execution failed for task ':app:checkReleaseDuplicateClasses'.",
    "[stderr] > A failure occurred while executing com.tool.CheckTask",
    "![stderr]    > Duplicate class a.Kit found in modules one-1.0 and two-2.0",
  ],
  "Gradle's settings": [
    "* What went wrong:",
    "Could not compile settings file '/app/settings.gradle'.",
    "> startup failed:",
    "!  General error during semantic analysis: Unsupported class file major version 99",
    "  java.lang.IllegalArgumentException: Unsupported class file major version 99",
  ],
  "Xcode before version 9": [
    "Check dependencies",
    '!Signing for "Notes" requires a development team. Select a development team in the project editor.',
    "** BUILD FAILED **",
    "The following build commands failed:",
    "\tCheck dependencies",
    "Error: /usr/bin/xcodebuild failed with return code: 65",
  ],
  "Swift packages": [
    "Resolve Package Graph",
    "!package 'kit' is using Swift tools version 6.0.0 but the installed version is 5.9.0",
    "2024-05-01 10:00:00.126 xcodebuild[1:2] Writing error result bundle to /tmp/Result.xcresult",
    "xcodebuild: error: Could not resolve package dependencies:",
  ],
  "Xcode in Flutter": [
    "!Swift Compiler Error (Xcode): Cannot find 'x' in scope",
    "Error (Xcode): Linker command failed with exit code 1 (use -v to see invocation)",
    "Could not build the application for the simulator.",
    "Error launching application on iPhone 15.",
  ],
  "Git in CocoaPods": [
    "[!] Error installing Kit",
    "[!] /usr/bin/git clone https://git.test/kit.git /tmp/kit --template=",
    "Cloning into '/tmp/kit'...",
    "!error: RPC failed; curl 92 HTTP/2 stream 0 was not closed cleanly",
    "fatal: early EOF",
  ],
  "a configure script in CocoaPods": [
    "[!] /bin/bash -c ",
    "configure: error: in `/pods/kit':",
    "!configure: error: C compiler cannot create executables",
  ],
  "CocoaPods' crash report": ["### Error", "!NoMethodError - undefined method 'version' for nil"],
  "fastlane's lanes": [
    "![10:00:00]: Could not find lane 'ios beta'. Available lanes: 'ios test'",
    "[10:00:01]: fastlane finished with errors",
  ],
  "fastlane's actions": [
    "[10:00:00]: Exit status: 1",
    "![10:00:00]: Error cloning certificates repo, check it",
  ],
  "fastlane's exceptions": [
    "[10:00:01]: fastlane finished with errors",
    "!Spaceship::UnauthorizedAccessError: [!] The session has expired",
  ],
  "a command that crashed": ["!sh: line 1: 61 Abort trap: 6   xcodebuild", "[10:00:01]: Exit status: 134"],
  "Gradle in Jenkins": [
    "10:00:00  * What went wrong:",
    "10:00:00  A problem occurred configuring project ':app'.",
    "10:00:00  > Could not resolve all dependencies for configuration ':app:compile'.",
    "!10:00:00     > Could not find com.tool:kit:1.0.",
  ],
  "fastlane in Jenkins": [
    "![09:00:00] 10:00:00 [10:00:00]: ▸ error: no profile",
    "[10:00:01]: Exit status: 65",
  ],
  RubyGems: [
    "ERROR:  Error installing kit:",
    "\tERROR: Failed to build gem native extension.",
    "!checking for -lkit... *** extconf.rb failed ***",
  ],
  "npm before version 7": [
    "npm ERR! Linux 4.4.0",
    'npm ERR! argv "node" "npm" "install"',
    "!npm ERR! Attempt to unlock /app/kit, which hasn't been locked",
  ],
  "Node.js in npm test": [
    "!Error: Cannot find module './kit'",
    "npm ERR! Test failed.  See above for more details",
  ],
  "a script that npm ran": [
    "npm error code 1",
    "npm error command failed",
    "npm error tool 1.0.0",
    "!npm error Error: no tool for this platform",
  ],
  "patch-package": [
    "!**ERROR** Failed to apply patch for package kit at path",
    "error Command failed with exit code 1.",
  ],
  pnpm: [
    '! ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
    "Error: Process completed with exit code 1.",
  ],
  "pnpm, with Vercel's timestamps": [
    "![10:00:00.632]  ERR_PNPM_NO_MATCHING_VERSION  No matching version found for kit@9",
    "[10:00:00.640] ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  app build: `tsc`",
  ],
  "yarn in Docker": [
    "!#14 1.849 error Your lockfile needs to be updated",
    "#14 ERROR: executor failed running [/bin/sh -c yarn]: exit code: 1",
  ],
  "yarn with another version of Node.js": [
    '!error @app/kit@1.0.0: The engine "node" is incompatible with this module.',
    "error Found incompatible module.",
  ],
  "Yarn 2": [
    "Error: Command failed: yarn install",
    "!➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.",
    "➤ YN0000: Failed with errors in 1s 2ms",
  ],
  "Expo's prebuild": [
    "[PREBUILD] ✖ Config sync failed",
    "![PREBUILD] [10:00:06] [ios.dangerous]: withIosDangerousBaseMod: Cannot find module 'kit'",
  ],
  Metro: ["iOS Bundling failed 900ms", '!Unable to resolve "kit" from "src/app.tsx"'],
  Turborepo: [
    "!@app/kit:build: sh: 1: tsup: not found",
    "@app/kit:build: ERROR: command finished with error: command (/app/kit) pnpm run build exited (1)",
  ],
  "words alone": ["all good", "0 errors, no failures", "open src/error.ts", "!the job was killed"],
};

it("leaves the marks of test runners out of messages", () => {
  expect(toMessage("● sync queue › keeps the order")).toBe("sync queue › keeps the order");
  expect(toMessage("✗ 1 of 3 failed")).toBe("1 of 3 failed");
});

describe("findFailure", () => {
  it.each([
    "an empty file",
    "a directory instead of a file",
    "a device, pipe or socket instead of a file",
    "a broken link",
    "a file that the worker cannot read",
    "a file over 4 GiB",
  ])("finds that the command left %s", (what) => {
    const sentence = `The command left ${what} at $ARTIFACT (/builds/out/app.aab).`;
    expect(
      findFailure([
        "$ build",
        "The command exited with code 0 after 0.4 s.",
        sentence,
        "Start the worker with --no-artifact",
      ]),
    ).toMatchObject({ summary: sentence, line: 3 });
  });

  it.each(Object.entries(EXCERPTS))("finds the cause in the output of %s", (_, marked) => {
    const lines = marked.map((line) => line.replace(/^!/, ""));
    expect(lines[(findFailure(lines)?.line ?? 0) - 1]).toBe(
      marked.find((line) => line.startsWith("!"))?.slice(1),
    );
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
    expect(lines[(findFailure(lines)?.line ?? 0) - 1]).toBeUndefined();
  });
});

describe("a reason", () => {
  it("names tool, step and file, and reads without the timestamp", () => {
    const lines = [
      "2024-05-01T10:00:00.1234567Z > Task :app:compileReleaseKotlin FAILED",
      "2024-05-01T10:00:00.1234567Z e: file:///ci/app/Home.kt:12:5 Unresolved reference 'sum'.",
    ];
    expect(findFailure(lines)).toEqual({
      summary: "e: file:///ci/app/Home.kt:12:5 Unresolved reference 'sum'.",
      line: 2,
      tool: "Kotlin",
      step: ":app:compileReleaseKotlin",
      file: "/ci/app/Home.kt:12:5",
      fingerprint: "unresolved reference 'sum'.",
    });
  });

  it.each([
    [["##[group]Run npm ci", "npm error code E1"], "Run npm ci"],
    [["[10:00:00]: --- Step: gym ---", "[10:00:00]: Error: no profile"], "gym"],
    [["[INSTALL_PODS] [!] Unable to find a specification"], "INSTALL_PODS"],
    [["error: No profiles (in target 'Notes' from project 'App')"], "Notes"],
  ])("of %j belongs to the step %s", (lines, step) => {
    expect(findFailure(lines)?.step).toBe(step);
  });

  it("includes the symbol that the linker misses", () => {
    const lines = ["Undefined symbols for architecture arm64:", '  "_tile", referenced from:'];
    expect(findFailure(lines)?.summary).toBe(
      'Undefined symbols for architecture arm64: "_tile", referenced from:',
    );
  });

  it.each([
    ["xcodebuild: error: Could not resolve package dependencies:", "  the kit is gone"],
    ["● Test suite failed to run", "    Cannot find module './kit' from 'app.js'"],
    ["The following TestFailure was thrown running a test:", "Expected: <3>"],
  ])("continues after %s", (line, next) => {
    expect(findFailure(["Testing", line, next])).toMatchObject({
      summary: `${line} ${next.trim()}`,
      line: 2,
    });
    expect(findFailure([line, "", next])?.summary).toBe(`${line} ${next.trim()}`);
  });

  it("is short: the message alone where its path is long", () => {
    const line = `/${"folder/".repeat(40)}View.swift:10:5: error: cannot find 'x' in scope`;
    expect(findFailure([line])?.summary).toBe("cannot find 'x' in scope");
    const { summary = "" } = findFailure([`error: ${"very ".repeat(100)}long`]) ?? {};
    expect(summary.length).toBeLessThanOrEqual(MAX_FAILURE_SUMMARY_LENGTH);
  });

  it.each([
    ["/Users/a/App/View.swift:10:5: error: cannot find 'x'", "/ci/7/View.swift:90:1: error: cannot find 'x'"],
    ["error: Could not get https://a.test/1.2.3/x.pom", "error: Could not get https://a.test/4.5.6/x.pom"],
    ["error: object 9f8e7d6c5b4a is corrupt", "error: object 0123456789ab is corrupt"],
  ])("is of the same kind wherever it happens: %s", (one, other) => {
    expect(findFailure([one])?.fingerprint).toBe(findFailure([other])?.fingerprint);
  });

  it("is of another kind with another message", () => {
    const [one, other] = ["error: No space left on device", "error: No network"];
    expect(findFailure([one])?.fingerprint).not.toBe(findFailure([other])?.fingerprint);
  });
});
