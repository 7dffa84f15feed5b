import type { Failure, Scene } from "./failure.ts";

/** How Xcode, Swift, CocoaPods and code signing fail. */
export const IOS_FAILURES: readonly Failure[] = [
  { describe: findNoProfile },
  { describe: disagreeOnPods },
  { describe: failToCompile },
  { describe: missSymbols },
  { describe: failToExport, lineEnd: "\r\n" },
];

function findNoProfile(scene: Scene): string[] {
  const project = `${homeOf(scene)}/ios/${targetOf(scene)}.xcodeproj`;
  return [
    ...archive(scene),
    `${project}: error: No profiles for '${bundleOf(scene)}' were found: Xcode couldn't find any iOS App Store provisioning profiles matching '${bundleOf(scene)}'. Automatic signing is disabled and unable to generate a profile. To enable automatic signing, pass -allowProvisioningUpdates to xcodebuild. (in target '${targetOf(scene)}' from project '${targetOf(scene)}')`,
    `${project}: warning: The iOS deployment target 'IPHONEOS_DEPLOYMENT_TARGET' is set to 11.0, but the range of supported deployment target versions is 12.0 to 18.5.99. (in target 'Pods-${targetOf(scene)}' from project 'Pods')`,
    "note: Using codesigning identity override: Apple Distribution",
    ...concede("Code signing is required for product type 'Application' in SDK 'iOS 18.5'"),
  ];
}

function disagreeOnPods({ random }: Scene): string[] {
  const wanted = `6.${random.integer(2, 9)}.0`;
  return [
    "Analyzing dependencies",
    "Adding spec repo `trunk` with CDN `https://cdn.cocoapods.org/`",
    '[!] CocoaPods could not find compatible versions for pod "RCTImagePicker/Core":',
    "  In snapshot (Podfile.lock):",
    `    RCTImagePicker/Core (= ${wanted}, ~> 6.0)`,
    "",
    "  In Podfile:",
    "    ImageCropPicker (from `../node_modules/image-crop-picker`) was resolved to 0.41.6, which depends on",
    "      RCTImagePicker/Core (~> 7.1)",
    "",
    "None of your spec sources contain a spec satisfying the dependencies: " +
      `\`RCTImagePicker/Core (= ${wanted}, ~> 6.0), RCTImagePicker/Core (~> 7.1)\`.`,
    "",
    "You have either:",
    " * out-of-date source repos which you can update with `pod repo update` or with `pod install --repo-update`.",
    " * mistyped the name or version.",
    " * not added the source repo that hosts the Podspec to your Podfile.",
    "",
    "\u001b[31mpod install exited with status 1\u001b[0m",
  ];
}

function failToCompile(scene: Scene): string[] {
  const file = `${homeOf(scene)}/ios/${targetOf(scene)}/SyncCoordinator.swift`;
  const line = scene.random.integer(20, 310);
  return [
    ...archive(scene),
    `SwiftCompile normal arm64 Compiling\\ SyncCoordinator.swift ${file} (in target '${targetOf(scene)}' from project '${targetOf(scene)}')`,
    `${file}:${line}:18: error: value of type 'URLSession' has no member 'uploadInBackground'`,
    `        session.uploadInBackground(request, fromFile: batch.url)`,
    "        ~~~~~~~ ^~~~~~~~~~~~~~~~~~",
    `${file}:${line + 14}:9: error: call to main actor-isolated instance method 'refresh()' in a synchronous nonisolated context`,
    "        refresh()",
    "        ^",
    `${file}:${line + 31}:22: warning: variable 'attempts' was never mutated; consider changing to 'let' constant`,
    ...concede("Command SwiftCompile failed with a nonzero exit code"),
  ];
}

function missSymbols(scene: Scene): string[] {
  return [
    ...archive(scene),
    `Ld ${homeOf(scene)}/ios/build/${targetOf(scene)}.app/${targetOf(scene)} normal (in target '${targetOf(scene)}' from project '${targetOf(scene)}')`,
    "ld: warning: ignoring duplicate libraries: '-lc++', '-lz'",
    "Undefined symbols for architecture arm64:",
    '  "_OBJC_CLASS_$_TileRenderer", referenced from:',
    "       in MapLayer.o",
    '  "_swift_coroFrameAlloc", referenced from:',
    "      LocationTracker.updates.getter in LocationTracker.o",
    "ld: symbol(s) not found for architecture arm64",
    "clang: error: linker command failed with exit code 1 (use -v to see invocation)",
    ...concede("Command Ld failed with a nonzero exit code"),
  ];
}

function failToExport(scene: Scene): string[] {
  return [
    ...archive(scene),
    "** ARCHIVE SUCCEEDED **",
    "",
    `xcodebuild -exportArchive -archivePath ${homeOf(scene)}/ios/build/${targetOf(scene)}.xcarchive -exportOptionsPlist ExportOptions.plist`,
    `error: exportArchive: Provisioning profile "${scene.app.name} Distribution" doesn't include the Push Notifications capability.`,
    `error: exportArchive: Provisioning profile "${scene.app.name} Distribution" has expired.`,
    "",
    "** EXPORT FAILED **",
  ];
}

function archive(scene: Scene): string[] {
  const { app, version } = scene;
  return [
    "Command line invocation:",
    `    /Applications/Xcode.app/Contents/Developer/usr/bin/xcodebuild -workspace ios/${targetOf(scene)}.xcworkspace -scheme ${targetOf(scene)} -configuration Release archive`,
    "",
    `note: Building ${app.name} ${version} targets in dependency order`,
    "note: Target dependency graph (84 targets)",
    `ProcessInfoPlistFile ${homeOf(scene)}/ios/build/${targetOf(scene)}.app/Info.plist`,
  ];
}

function concede(reason: string): string[] {
  return ["", `\u001b[1;31merror:\u001b[0m ${reason}`, "", "** ARCHIVE FAILED **", "", "(1 failure)"];
}

const homeOf = ({ app }: Scene): string => `/Users/builder/${app.slug}`;

const bundleOf = ({ app }: Scene): string => `test.drydock.${app.slug}`;

const targetOf = ({ app }: Scene): string => app.name.replaceAll(/\W/g, "");
