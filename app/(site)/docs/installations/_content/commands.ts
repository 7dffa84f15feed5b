/** Commands of the guide to installations for an app, with an item of the demo data. Each works unchanged, in this order. */
export const installationCommands = (appId: string) => ({
  install: `cli install app-plugin/photo-annotate@1.0.0 --app ${appId} --accept-permissions storage.read`,
  list: `cli installations list --app ${appId}`,
  update: `cli install app-plugin/photo-annotate --app ${appId} --updates PATCH --accept-permissions network`,
  rollBack: `cli install app-plugin/photo-annotate@1.0.0 --app ${appId} --updates MANUAL`,
  uninstall: `cli uninstall app-plugin/photo-annotate --app ${appId}`,
});
