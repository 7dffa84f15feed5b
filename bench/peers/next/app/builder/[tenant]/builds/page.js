import { membership } from "../../../../../query-builds.ts";
import { replay } from "../../../../../replay.ts";
import { pools } from "../../../pools.js";

export const dynamic = "force-dynamic";

export default async function Page({ params }) {
  const { tenant } = await params;
  const answers = await replay(pools, "builds", membership(tenant));
  const [rows] = answers.slice(-1);
  const [[total]] = rows;
  return (
    <main>
      <p>{total} builds</p>
      <table>
        <tbody>
          {rows.slice(0, 25).map(([, id, , number, platform, version, status]) => (
            <tr key={id}>
              <td>
                <a href={`/builds/${id}`}>{number}</a>
              </td>
              <td>{platform}</td>
              <td>{version}</td>
              <td>{status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
