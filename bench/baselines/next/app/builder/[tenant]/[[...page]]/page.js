import { openPools } from "../../../../../database.ts";
import { replayTenant } from "../../../../../replay.ts";

export const dynamic = "force-dynamic";

const pools = openPools();

export default async function Page({ params }) {
  const { tenant, page } = await params;
  if (page) return <Builds rows={(await replayTenant(pools, "builds", tenant)).at(-1)} />;
  return <Overview results={await replayTenant(pools, "overview", tenant)} />;
}

function Builds({ rows }) {
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

function Overview({ results }) {
  return results.map((rows, index) => (
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
