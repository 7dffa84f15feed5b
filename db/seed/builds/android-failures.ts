import type { Failure, Scene } from "./failure.ts";

/** How Gradle, the Kotlin compiler and Android's own tools fail. */
export const ANDROID_FAILURES: readonly Failure[] = [
  { describe: failToCompile },
  { describe: failToResolve },
  { describe: runOutOfHeap },
  { describe: failToSign },
  { describe: missClasses, lineEnd: "\r\n" },
  { describe: drownInWarnings },
];

function failToCompile(scene: Scene): string[] {
  const screen = scene.random.pick(SCREENS);
  const line = scene.random.integer(18, 240);
  const file = `file://${sourceOf(scene)}/ui/${screen}.kt`;
  return [
    ...configure(scene),
    "> Task :app:kspReleaseKotlin",
    "> Task :app:compileReleaseKotlin FAILED",
    `e: ${file}:${line}:21 Unresolved reference 'rememberPagerState'.`,
    `e: ${file}:${line + 6}:34 Argument type mismatch: actual type is 'String?', but 'String' was expected.`,
    `w: ${file}:${line + 30}:9 Variable 'scope' is never used`,
    ...concede(scene, ":app:compileReleaseKotlin", [
      "A failure occurred while executing org.jetbrains.kotlin.compilerRunner.GradleCompilerRunnerWithWorkers$GradleKotlinCompilerWorkAction",
      "   > Compilation error. See log for more details",
    ]),
  ];
}

function failToResolve(scene: Scene): string[] {
  const wanted = `androidx.camera:camera-view:1.${scene.random.integer(5, 9)}.0-beta02`;
  return [
    ...configure(scene),
    "> Task :app:checkReleaseDuplicateClasses FAILED",
    ...concede(scene, ":app:checkReleaseDuplicateClasses", [
      "Could not resolve all files for configuration ':app:releaseRuntimeClasspath'.",
      `   > Could not find ${wanted}.`,
      "     Searched in the following locations:",
      `       - https://dl.google.com/dl/android/maven2/${wanted.replaceAll(":", "/")}.pom`,
      `       - https://repo.maven.apache.org/maven2/${wanted.replaceAll(":", "/")}.pom`,
      "     Required by:",
      "         project :app",
    ]),
  ];
}

function runOutOfHeap(scene: Scene): string[] {
  return [
    ...configure(scene),
    "> Task :app:mergeReleaseResources",
    "> Task :app:minifyReleaseWithR8 FAILED",
    "Expiring Daemon because JVM heap space is exhausted",
    "ERROR: R8: java.lang.OutOfMemoryError: Java heap space",
    "\tat com.android.tools.r8.utils.ThreadUtils.awaitFutures(ThreadUtils.java:38)",
    "\tat com.android.tools.r8.ir.optimize.inliner.NeverInliner.run(NeverInliner.java:112)",
    "\tat com.android.tools.r8.R8.runInternal(R8.java:641)",
    "\tat com.android.tools.r8.R8.lambda$run$1(R8.java:291)",
    "\t... 12 more",
    ...concede(scene, ":app:minifyReleaseWithR8", [
      "A failure occurred while executing com.android.build.gradle.internal.tasks.R8Task$R8Runnable",
      "   > Java heap space",
    ]),
    "The Daemon will expire after the build after running out of JVM heap space.",
    "The project memory settings are likely not configured or are configured to an insufficient value.",
    "These settings can be adjusted by setting 'org.gradle.jvmargs' in 'gradle.properties'.",
    "The currently configured max heap space is '2 GiB' and the configured max metaspace is '512 MiB'.",
  ];
}

function failToSign(scene: Scene): string[] {
  return [
    ...configure(scene),
    "> Task :app:bundleRelease",
    "> Task :app:signReleaseBundle FAILED",
    ...concede(scene, ":app:signReleaseBundle", [
      "A failure occurred while executing com.android.build.gradle.internal.tasks.FinalizeBundleTask$BundleToolRunnable",
      `   > Failed to read key upload from store "${homeOf(scene)}/android/app/upload.keystore": Keystore was tampered with, or password was incorrect`,
    ]),
  ];
}

function missClasses(scene: Scene): string[] {
  return [
    ...configure(scene),
    "> Task :app:minifyReleaseWithR8 FAILED",
    "ERROR: Missing classes detected while running R8. Please add the missing classes or apply additional keep rules that are generated in",
    `${homeOf(scene)}/android/app/build/outputs/mapping/release/missing_rules.txt.`,
    "ERROR: R8: Missing class org.slf4j.impl.StaticLoggerBinder (referenced from: void org.slf4j.LoggerFactory.bind() and 3 other contexts)",
    `Missing class ${packageOf(scene)}.sync.LegacyMapper (referenced from: ${packageOf(scene)}.sync.SyncWorker.doWork())`,
    ...concede(scene, ":app:minifyReleaseWithR8", ["Compilation failed to complete"]),
  ];
}

/** A build with warnings for every line of an old code base; what matters stands at the very end. */
function drownInWarnings(scene: Scene): string[] {
  const warnings = Array.from({ length: 700 }, (_, index) => {
    const file = `file://${sourceOf(scene)}/legacy/${scene.random.pick(SCREENS)}${index % 90}.kt`;
    return `w: ${file}:${scene.random.integer(3, 900)}:${scene.random.integer(5, 60)} ${scene.random.pick(WARNINGS)}`;
  });
  return [
    ...configure(scene),
    "> Task :app:compileReleaseKotlin",
    ...warnings,
    "> Task :app:lintVitalRelease FAILED",
    `${sourceOf(scene)}/MainActivity.kt:31: Error: The permission android.permission.POST_NOTIFICATIONS is not declared [MissingPermission]`,
    "        notificationManager.notify(SYNC_ID, notification)",
    "        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~",
    "1 errors, 0 warnings",
    ...concede(scene, ":app:lintVitalRelease", [
      "Lint found errors in the project; aborting build. Fix the issues identified by lint, or create a baseline.",
    ]),
  ];
}

function configure({ app, version }: Scene): string[] {
  return [
    "Starting a Gradle Daemon (subsequent builds will be faster)",
    "> Configure project :app",
    `Building ${app.name} ${version} for release`,
    "> Task :app:preBuild UP-TO-DATE",
    "> Task :app:preReleaseBuild UP-TO-DATE",
    "> Task :app:generateReleaseBuildConfig",
    "> Task :app:processReleaseManifest",
  ];
}

function concede({ random }: Scene, task: string, reasons: string[]): string[] {
  return [
    "",
    "FAILURE: Build failed with an exception.",
    "",
    "* What went wrong:",
    `Execution failed for task '${task}'.`,
    ...reasons.map((reason, index) => (index === 0 ? `> ${reason}` : reason)),
    "",
    "* Try:",
    "> Run with --stacktrace option to get the stack trace.",
    "> Run with --info or --debug option to get more log output.",
    "",
    `BUILD FAILED in ${random.integer(1, 6)}m ${random.integer(2, 58)}s`,
    `${random.integer(40, 180)} actionable tasks: ${random.integer(12, 39)} executed, ${random.integer(1, 20)} up-to-date`,
  ];
}

const homeOf = ({ app }: Scene): string => `/home/builder/${app.slug}`;

const packageOf = ({ app }: Scene): string => `test.drydock.${app.slug.replaceAll("-", "")}`;

const sourceOf = (scene: Scene): string =>
  `${homeOf(scene)}/android/app/src/main/java/${packageOf(scene).replaceAll(".", "/")}`;

const SCREENS = [
  "HomeScreen",
  "EntryEditor",
  "SyncStatusScreen",
  "SettingsScreen",
  "PhotoPicker",
  "MapScreen",
];

const WARNINGS = [
  "'fun onActivityResult(p0: Int, p1: Int, p2: Intent?): Unit' is deprecated. Deprecated in Java.",
  "Unchecked cast of 'Any?' to 'List<String>'.",
  "Parameter 'savedInstanceState' is never used",
  "This declaration needs opt-in. Its usage should be marked with '@OptIn(ExperimentalLayoutApi::class)'",
];
