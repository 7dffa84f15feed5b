import { openPools } from "../../../../../database.ts";
import { replayTenant } from "../../../../../replay.ts";

export const dynamic = "force-dynamic";

const pools = openPools();

export default async function Page({ params }) {
  const { tenant } = await params;
  const rows = (await replayTenant(pools, "builds", tenant)).at(-1);
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
