const ITEM = "app-plugin/photo-annotate";
const FILE = "photo-annotate-1.1.1.tar.gz";
const THEME = "high-noon";

/** Commands of the registry's guide for the server at `origin`, with items of the demo data. Each works unchanged, in this order. */
export const registryCommands = (origin: string) => {
  const item = `${origin}/api/marketplace/items/${ITEM}`;
  return {
    search: `curl -fsS '${origin}/api/marketplace/items?q=photo&type=app-plugin'`,
    item: `curl -fsS '${item}'`,
    changelog: `curl -fsS '${item}/changelog?from=1.0.0'`,
    download: `curl -fsS -o ${FILE} '${origin}/api/marketplace/downloads/${ITEM}/1.1.1'`,
    verify: [
      `SHA256=$(curl -fsS '${item}' | node -p 'JSON.parse(require("fs").readFileSync(0)).versions[0].archiveSha256')`,
      `echo "$SHA256  ${FILE}" | sha256sum --check`,
    ].join("\n"),
    revalidate: [
      `ETAG=$(curl -fsS -o item.json -w '%header{etag}' '${item}')`,
      `curl -sS -o /dev/null -w '%{http_code}\\n' -H "If-None-Match: $ETAG" '${item}'`,
    ].join("\n"),
    theme: `curl -fsS -o ${THEME}.tokens.json '${origin}/api/marketplace/downloads/theme/${THEME}/1.0.0'`,
    styleSheet: `curl -fsS '${origin}/api/marketplace/downloads/theme/${THEME}/1.0.0?format=css'`,
    feed: `curl -fsS '${origin}/marketplace/feed.xml'`,
  };
};

/** Commands of the guide to installations for an app, with an item of the demo data. Each works unchanged, in this order. */
export const installationCommands = (appId: string) => ({
  install: `cli install app-plugin/photo-annotate@1.0.0 --app ${appId} --accept-permissions storage.read`,
  list: `cli installations list --app ${appId}`,
  update: `cli install app-plugin/photo-annotate --app ${appId} --updates PATCH --accept-permissions network`,
  rollBack: `cli install app-plugin/photo-annotate@1.0.0 --app ${appId} --updates MANUAL`,
  uninstall: `cli uninstall app-plugin/photo-annotate --app ${appId}`,
});
