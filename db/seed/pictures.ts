import { crc32 } from "node:zlib";
import pako from "pako";
import { readText } from "./data.ts";

type Color = readonly [red: number, green: number, blue: number];

/**
 * Shape of a drawing, in units of its grid: a rectangle with round corners, a disc, a ring or a line with round ends. Later
 * shapes cover earlier ones.
 */
type Shape =
  | ["rect", x: number, y: number, width: number, height: number, radius: number, ink: number]
  | ["disc", x: number, y: number, radius: number, ink: number]
  | ["ring", x: number, y: number, radius: number, stroke: number, ink: number]
  | ["line", x1: number, y1: number, x2: number, y2: number, stroke: number, ink: number];

/** Drawing of `data/pictures.json`: inks, the first of which is the background, and shapes in them. */
interface Drawing {
  inks: string[];
  shapes: Shape[];
}

interface ItemPictures {
  icon: Drawing;
  screenshots: (Drawing & { alt: string })[];
}

export interface DemoPicture {
  path: string;
  alt: string;
  width: number;
  height: number;
  bytes: Buffer;
}

const ICON = { width: 256, height: 256, gridWidth: 24 };
const SCREENSHOT = { width: 640, height: 400, gridWidth: 80 };

const drawn = new Map<string, DemoPicture[]>();

/** Pictures of a demo plugin, drawn from shapes: icon first. Empty for a plugin without drawings. All versions share them. */
export function drawPictures(slug: string): DemoPicture[] {
  const known = drawn.get(slug);
  if (known) return known;
  const drawings = JSON.parse(readText("pictures.json")) as Record<string, ItemPictures>;
  const found = drawings[slug];
  const pictures = found ? drawAll(found) : [];
  drawn.set(slug, pictures);
  return pictures;
}

function drawAll(found: ItemPictures): DemoPicture[] {
  return [
    { path: "icon.png", alt: "", ...draw(found.icon, ICON) },
    ...found.screenshots.map((drawing, index) => ({
      path: `docs/screenshot-${index + 1}.png`,
      alt: drawing.alt,
      ...draw(drawing, SCREENSHOT),
    })),
  ];
}

/** Steps between two inks, which smooth the edges of shapes. */
const BLENDS = 7;

function draw({ inks, shapes }: Drawing, { width, height, gridWidth }: typeof ICON) {
  const colors = inks.map(parseColor);
  const palette: Color[] = [...colors];
  const blends = new Map<string, number>();
  /** Index of a blend of two inks. Only blends that occur are in the palette. */
  const indexOf = (below: number, ink: number, cover: number): number => {
    const step = Math.round(cover * (BLENDS + 1));
    if (step === 0) return below;
    if (step === BLENDS + 1) return ink;
    const key = `${below} ${ink} ${step}`;
    const known = blends.get(key);
    if (known !== undefined) return known;
    // A full palette leaves an edge unsmoothed.
    if (palette.length > 255) return step > BLENDS / 2 ? ink : below;
    const [from, to] = [palette[below], palette[ink]];
    palette.push(mix(from ?? [0, 0, 0], to ?? [0, 0, 0], step / (BLENDS + 1)));
    blends.set(key, palette.length - 1);
    return palette.length - 1;
  };
  const scale = width / gridWidth;
  const pixels = new Uint8Array(width * height);
  for (const shape of shapes) {
    const [left, top, right, bottom] = boundsOf(shape).map((edge) => edge * scale);
    const ink = shape.at(-1) as number;
    for (let y = Math.max(0, Math.floor(top ?? 0) - 1); y < Math.min(height, (bottom ?? 0) + 1); y++) {
      for (let x = Math.max(0, Math.floor(left ?? 0) - 1); x < Math.min(width, (right ?? 0) + 1); x++) {
        const distance = distanceTo(shape, (x + 0.5) / scale, (y + 0.5) / scale) * scale;
        const at = y * width + x;
        pixels[at] = indexOf(pixels[at] ?? 0, ink, Math.min(1, Math.max(0, 0.5 - distance)));
      }
    }
  }
  const bytes = encodePng({ width, height, palette }, (x, y) => pixels[y * width + x] ?? 0);
  return { width, height, bytes };
}

function boundsOf(shape: Shape): [left: number, top: number, right: number, bottom: number] {
  switch (shape[0]) {
    case "rect": {
      const [, x, y, width, height] = shape;
      return [x, y, x + width, y + height];
    }
    case "disc": {
      const [, x, y, radius] = shape;
      return [x - radius, y - radius, x + radius, y + radius];
    }
    case "ring": {
      const [, x, y, radius, stroke] = shape;
      const reach = radius + stroke / 2;
      return [x - reach, y - reach, x + reach, y + reach];
    }
    case "line": {
      const [, x1, y1, x2, y2, stroke] = shape;
      const reach = stroke / 2;
      return [
        Math.min(x1, x2) - reach,
        Math.min(y1, y2) - reach,
        Math.max(x1, x2) + reach,
        Math.max(y1, y2) + reach,
      ];
    }
  }
}

/** Signed distance of a point to the edge of a shape; negative inside. */
function distanceTo(shape: Shape, x: number, y: number): number {
  switch (shape[0]) {
    case "rect": {
      const [, left, top, width, height, radius] = shape;
      const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
      const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
      return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
    }
    case "disc": {
      const [, centerX, centerY, radius] = shape;
      return Math.hypot(x - centerX, y - centerY) - radius;
    }
    case "ring": {
      const [, centerX, centerY, radius, stroke] = shape;
      return Math.abs(Math.hypot(x - centerX, y - centerY) - radius) - stroke / 2;
    }
    case "line": {
      const [, x1, y1, x2, y2, stroke] = shape;
      const [dx, dy] = [x2 - x1, y2 - y1];
      const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1);
      const t = Math.min(1, Math.max(0, along));
      return Math.hypot(x - x1 - t * dx, y - y1 - t * dy) - stroke / 2;
    }
  }
}

const parseColor = (hex: string): Color => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const mix = (from: Color, to: Color, part: number): Color => [
  Math.round(from[0] + (to[0] - from[0]) * part),
  Math.round(from[1] + (to[1] - from[1]) * part),
  Math.round(from[2] + (to[2] - from[2]) * part),
];

/**
 * PNG with a palette of up to 256 colors; `indexAt` returns the color of a pixel. The same pixels give the same bytes
 * on every machine, which Node's zlib does not guarantee.
 */
function encodePng(
  { width, height, palette }: { width: number; height: number; palette: readonly Color[] },
  indexAt: (x: number, y: number) => number,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Bit depth 8, palette.
  header.set([8, 3], 8);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = indexAt(x, y);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", Buffer.from(pako.deflate(rows, { level: 9 }))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
