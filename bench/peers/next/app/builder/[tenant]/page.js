import { membership } from "../../../../query-builds.ts";
import { replay } from "../../../../replay.ts";
import { pools } from "../../pools.js";

export const dynamic = "force-dynamic";

export default async function Page({ params }) {
  const { tenant } = await params;
  const answers = await replay(pools, "overview", membership(tenant));
  return answers.map((rows, index) => (
    <table key={String(index)}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, column) => (
              <td key={String(column)}>{String(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ));
}
