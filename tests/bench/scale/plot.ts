/**
 * `node tests/bench/scale/plot.ts [bench.json] [folder]`: draws the growth that `npm run bench -- scale` measured as SVG
 * files, by default from `test-results/bench.json` to `docs/images`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { shown } from '../report.ts';

const [
  file = 'test-results/bench.json',
  folder = join(import.meta.dirname, '../../../docs/images'),
] = process.argv.slice(2);

const rowSchema = z.object({
  name: z.string(),
  // NaN, for values that weren't measured, becomes null in JSON.
  value: z.nullable(z.number()),
  unit: z.string(),
});
const runSchema = z.object({
  parts: z.array(z.object({ part: z.string(), rows: z.array(rowSchema) })),
});
type MeasuredRow = z.infer<typeof rowSchema>;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Line {
  readonly name: string;
  readonly points: readonly Point[];
  /** Index of its color in `COLORS`. */
  readonly color: number;
  /** Whether the line is a baseline. It has the same color as the line that is compared with it. */
  readonly isDashed?: boolean;
}

interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly lines: readonly Line[];
}

const { parts } = z.parse(runSchema, JSON.parse(await readFile(file, 'utf8')));
const rows = parts.filter(({ part }) => part === 'scale').flatMap((part) => part.rows);

const passages = ['three words of a page', 'three common words', 'a question of 25 words'];
const plots: Readonly<Record<string, Plot>> = {
  'scale-passages': {
    title: 'Search in one account, p50',
    x: 'passages in the account',
    y: 'ms',
    lines: passages.flatMap((kind, color) => [
      {
        name: `${kind}, PostgreSQL`,
        color,
        points: pointsOf('passages', `search, ${kind}, PostgreSQL, p50`),
      },
      {
        name: `${kind}, SQLite`,
        color,
        points: pointsOf('passages', `search, ${kind}, p50`),
        isDashed: true,
      },
    ]),
  },
  'scale-accounts': {
    title: 'Search in one account of 1,000 passages, p50',
    x: 'accounts in the database',
    y: 'ms',
    lines: passages.map((kind, color) => ({
      name: kind,
      color,
      points: pointsOf('accounts', `search in one account, ${kind}, p50`),
    })),
  },
  'scale-processes': {
    title: 'Processes on one database and machine',
    x: 'processes',
    y: 'a second',
    lines: [
      { name: 'searches', color: 0, points: pointsOf('processes', 'searches: throughput') },
      {
        name: 'documents saved',
        color: 1,
        points: pointsOf('processes', 'documents: throughput'),
      },
      {
        name: 'passages saved and indexed',
        color: 2,
        points: pointsOf('processes', 'documents: saved and indexed'),
      },
    ],
  },
};

/** Returns the values of a measurement by the size at which it was made, such as the number of accounts. */
function pointsOf(size: string, thing: string): Point[] {
  return rows.flatMap((row: MeasuredRow) => {
    const [of = '', ...rest] = row.name.split(': ');
    const [count = '', unit] = of.split(' ');
    if (unit !== size || rest.join(': ') !== thing || row.value === null) return [];
    return [{ x: Number(count.replaceAll(',', '')), y: row.value }];
  });
}

/** Returns the plot: a logarithmic axis of sizes, a linear one of values from 0, and the names of the lines below. */
function svgOf({ title, x, y, lines: all }: Plot): string {
  const lines = all.filter(({ points }) => points.length > 0);
  const sizes = [
    ...new Set(lines.flatMap(({ points }) => points.map((point) => point.x))),
  ].toSorted((a, b) => a - b);
  const top = niceAbove(Math.max(...lines.flatMap(({ points }) => points.map((point) => point.y))));
  const [first = 1, last = first] = [sizes[0], sizes.at(-1)];
  const spread = Math.log(last / first) || 1;
  const [left, right, up, down] = [64, 600, 44, 300];
  const atX = (size: number) => round(left + ((right - left) * Math.log(size / first)) / spread);
  const atY = (value: number) => round(down - ((down - up) * value) / top);
  const ticks = Array.from({ length: TICKS + 1 }, (_, index) => (top * index) / TICKS);
  const height = down + 56 + 20 * lines.length;
  const drawn = [
    `<text class="title" x="${left}" y="24">${escaped(title)}</text>`,
    ...ticks.map(
      (value) =>
        `<path class="grid" d="M${left} ${atY(value)}H${right}"/><text x="${left - 8}" y="${atY(value) + 4}" text-anchor="end">${shown(value)}</text>`,
    ),
    `<text x="${left - 8}" y="${up - 8}" text-anchor="end">${escaped(y)}</text>`,
    ...sizes.map(
      (size) =>
        `<text x="${atX(size)}" y="${down + 18}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
    ),
    `<text x="${(left + right) / 2}" y="${down + 36}" text-anchor="middle">${escaped(x)}</text>`,
    ...lines.flatMap(({ name, points, color: place, isDashed = false }, index) => {
      const color = COLORS[place % COLORS.length] ?? '';
      const style = `style="stroke: ${color}${isDashed ? '; stroke-dasharray: 5 4' : ''}"`;
      const path = points.map((point) => `${atX(point.x)} ${atY(point.y)}`).join('L');
      const legend = down + 60 + 20 * index;
      return [
        `<path class="line" ${style} d="M${path}"/>`,
        ...points.map(
          (point) => `<circle cx="${atX(point.x)}" cy="${atY(point.y)}" r="3" fill="${color}"/>`,
        ),
        `<path class="line" ${style} d="M${left} ${legend - 4}h28"/><text x="${left + 36}" y="${legend}">${escaped(name)}</text>`,
      ];
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 ${height}" width="640" height="${height}">
<style>
  text { font: 12px system-ui, sans-serif; fill: #57606a }
  .title { font-size: 14px; font-weight: 600 }
  .grid { stroke: #8c959f; stroke-opacity: 0.35 }
  .line { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) { text { fill: #b1bac4 } }
</style>
${drawn.join('\n')}
</svg>
`;
}

const TICKS = 5;
/** Readable on white and on black. */
const COLORS = ['#2f81f7', '#d4622a', '#2da44e', '#a371f7', '#bf8700', '#e0529c'];

/** Returns the least number above the value that divides well; 1 for values that are all 0. */
function niceAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((step) => step * power >= value) ?? 10);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

for (const [name, plot] of Object.entries(plots)) {
  const isMeasured = plot.lines.some(({ points }) => points.length > 1);
  if (isMeasured) await writeFile(join(folder, `${name}.svg`), svgOf(plot));
  else console.log(`${name} was skipped: two sizes are needed.`);
}
