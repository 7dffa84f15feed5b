import type { BuildsView } from "../../../../_components/builds/build-list-params";

type ApiFilters = Pick<BuildsView, "status" | "platform">;

/** The filters of a list that the API has too. */
export const pickApiFilters = ({ status, platform }: ApiFilters) => ({ status, platform });

/** The command that lists what the page lists. */
export function toCliCommand(appId: string, { status, platform }: ApiFilters): string {
  const options = [
    ...status.map((each) => ` --status ${each}`),
    ...platform.map((each) => ` --platform ${each}`),
  ];
  return `cli builds list --app ${appId}${options.join("")}`;
}
