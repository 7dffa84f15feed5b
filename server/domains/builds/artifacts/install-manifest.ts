/** Identity of an iOS app, from its `Info.plist`. */
export interface AppBundle {
  id: string;
  version: string;
  title: string;
}

/** Manifest of an app that iOS installs over the air: where its `.ipa` is, and which app that is. */
export const toInstallManifest = (
  { id, version, title }: AppBundle,
  url: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>items</key>
  <array>
    <dict>
      <key>assets</key>
      <array>
        <dict>
          <key>kind</key><string>software-package</string>
          <key>url</key><string>${toXmlText(url)}</string>
        </dict>
      </array>
      <key>metadata</key>
      <dict>
        <key>bundle-identifier</key><string>${toXmlText(id)}</string>
        <key>bundle-version</key><string>${toXmlText(version)}</string>
        <key>kind</key><string>software</string>
        <key>title</key><string>${toXmlText(title)}</string>
      </dict>
    </dict>
  </array>
</dict>
</plist>
`;

/** Text in XML, without the control characters that XML has no form for. */
const toXmlText = (text: string): string =>
  text
    .replaceAll(/(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu, "")
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
