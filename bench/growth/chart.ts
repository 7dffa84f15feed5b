import type { Measured } from "./measure.ts";
import { growthOf } from "./measure.ts";

const COLUMNS = 3;
const PANEL = { width: 300, height: 170 };
/** Where the line runs within a panel. */
const PLOT = { left: 20, right: 280, top: 62, bottom: 138 };
const HEAD = 56;
const MARGIN = 20;

/** One small panel for each thing measured: its time by the number of builds, from zero, so that flat looks flat. */
export function drawGrowth(sizes: number[], all: Measured[]): string {
  const width = COLUMNS * PANEL.width + 2 * MARGIN;
  const height = HEAD + Math.ceil(all.length / COLUMNS) * PANEL.height + MARGIN;
  const panels = all.map((measured, index) => {
    const x = MARGIN + (index % COLUMNS) * PANEL.width;
    const y = HEAD + Math.floor(index / COLUMNS) * PANEL.height;
    return `<g transform="translate(${x} ${y})">\n${drawPanel(sizes, measured)}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Time of each question by the number of builds">
<style>${STYLE}</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
<text class="title" x="${MARGIN + PLOT.left}" y="34">Milliseconds by the number of builds</text>
${panels.join("\n")}
</svg>
`;
}

const STYLE = `
text { font: 11px ui-sans-serif, system-ui, sans-serif; fill: #5b6472; }
.title { font-size: 15px; font-weight: 600; fill: #16202e; }
.name { font-size: 12.5px; font-weight: 600; fill: #16202e; }
.value { text-anchor: middle; font-variant-numeric: tabular-nums; }
.size { text-anchor: middle; font-size: 10px; }
.growth { text-anchor: end; font-variant-numeric: tabular-nums; }
.ground { fill: #ffffff; }
.axis { stroke: #d8dde5; }
.line { fill: none; stroke: #2f5fd8; stroke-width: 2; stroke-linejoin: round; }
.dot { fill: #2f5fd8; }
@media (prefers-color-scheme: dark) {
  text { fill: #9aa5b5; }
  .title, .name { fill: #eef2f7; }
  .ground { fill: #10151d; }
  .axis { stroke: #2c3644; }
  .line { stroke: #7aa2ff; }
  .dot { fill: #7aa2ff; }
}
`;

function drawPanel(sizes: number[], measured: Measured): string {
  const { name, kind, ms, bound } = measured;
  const highest = Math.max(...ms) * 1.15;
  const points = ms.map((value, index) => ({
    value,
    size: sizes[index] ?? 0,
    x: xOf(sizes, index),
    y: PLOT.bottom - (value / highest) * (PLOT.bottom - PLOT.top),
  }));
  const growth = `${growthOf(measured).toFixed(2)} ×${bound === null ? "" : ` (≤ ${bound})`}`;
  return [
    `<text class="name" x="${PLOT.left}" y="28">${kind === "page" ? `page: ${name}` : name}</text>`,
    `<text class="growth" x="${PLOT.right}" y="28">${growth}</text>`,
    `<path class="axis" d="M${PLOT.left} ${PLOT.bottom}H${PLOT.right}"/>`,
    `<path class="line" d="M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}"/>`,
    ...points.flatMap(({ x, y, value, size }) => [
      `<circle class="dot" cx="${round(x)}" cy="${round(y)}" r="3"/>`,
      `<text class="value" x="${round(x)}" y="${round(y - 8)}">${value < 10 ? value.toPrecision(2) : Math.round(value)}</text>`,
      `<text class="size" x="${round(x)}" y="${PLOT.bottom + 15}">${shortCount(size)}</text>`,
    ]),
  ].join("\n");
}

/** Each ten times as many builds are as wide as every other. */
function xOf(sizes: number[], index: number): number {
  const [from, to, here] = [sizes[0] ?? 1, sizes.at(-1) ?? 1, sizes[index] ?? 1].map(Math.log10) as [
    number,
    number,
    number,
  ];
  const share = to === from ? 0 : (here - from) / (to - from);
  return PLOT.left + 14 + share * (PLOT.right - PLOT.left - 28);
}

const shortCount = (count: number): string =>
  count >= 1_000_000 ? `${count / 1_000_000} M` : count >= 1_000 ? `${count / 1_000} k` : String(count);

const round = (value: number): number => Math.round(value * 10) / 10;
