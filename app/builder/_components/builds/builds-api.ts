import type { BuildsView } from "./builds-view";

/** The filters of a list that the API has too. */
export const pickApiFilters = ({ status, platform }: BuildsView) => ({ status, platform });

/** The command that lists what the page lists. */
export function toCliCommand(appId: string, { status, platform }: BuildsView): string {
  const options = [
    ...status.map((each) => ` --status ${each}`),
    ...platform.map((each) => ` --platform ${each}`),
  ];
  return `cli builds list --app ${appId}${options.join("")}`;
}
