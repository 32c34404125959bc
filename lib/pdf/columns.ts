/** Finds columns of text on a page and gives them one after the other. */
import type { Line } from './set-text.ts';

/** Fewer lines beside each other than this are a table or a caption. */
const fewestLines = 4;
/** Letters of a usual line of a column; the cells of a table hold fewer. */
const fewestLetters = 18;
/** Share of the lines that may reach across the space between two columns, such as a title. */
const mostAcross = 0.35;

/** Gives the lines in reading order; null where the page has one column. */
export function inColumns(lines: readonly Line[]): Line[] | null {
  const gutter = gutterOf(lines);
  if (gutter === null) return null;
  const ordered: Line[] = [];
  let band: Line[] = [];
  const endBand = () => {
    const left = band.filter(({ x }) => !(x >= gutter));
    const right = band.filter(({ x }) => x >= gutter);
    ordered.push(...(inColumns(left) ?? left), ...(inColumns(right) ?? right));
    band = [];
  };
  // What reaches across both columns parts what stands above it from what stands below.
  for (const line of lines.toSorted(fromTheTop)) {
    if (reachesAcross(line, gutter)) {
      endBand();
      ordered.push(line);
    } else {
      band.push(line);
    }
  }
  endBand();
  return ordered;
}

function fromTheTop(one: Line, other: Line): number {
  const isSameLine = Math.abs(one.y - other.y) < 0.3 * Math.max(one.fontSize, other.fontSize);
  return isSameLine ? one.x - other.x : other.y - one.y;
}

function reachesAcross({ x, right }: Line, gutter: number): boolean {
  return x < gutter && right > gutter;
}

/** The place that the fewest lines reach across, if columns stand beside each other there. */
function gutterOf(lines: readonly Line[]): number | null {
  const beginnings = [...new Set(lines.map(({ x }) => Math.round(x)))].toSorted((a, b) => a - b);
  let best: { at: number; across: number } | null = null;
  for (const beginning of beginnings) {
    const at = beginning - 1;
    const across = lines.filter((line) => reachesAcross(line, at)).length;
    if (across > mostAcross * lines.length || (best !== null && across >= best.across)) continue;
    const left = lines.filter(({ right }) => right <= at);
    const right = lines.filter(({ x }) => x >= at);
    if (isColumn(left) && isColumn(right) && standBeside(left, right)) best = { at, across };
  }
  return best?.at ?? null;
}

function isColumn(lines: readonly Line[]): boolean {
  if (lines.length < fewestLines) return false;
  const lengths = lines.map(({ text }) => text.length).toSorted((a, b) => a - b);
  return (lengths[Math.floor(lengths.length / 2)] ?? 0) >= fewestLetters;
}

/** Whether most of the shorter column has the other one beside it. */
function standBeside(left: readonly Line[], right: readonly Line[]): boolean {
  const top = Math.min(topOf(left), topOf(right)) + 1;
  const bottom = Math.max(bottomOf(left), bottomOf(right)) - 1;
  const sharedIn = (lines: readonly Line[]) =>
    lines.filter(({ y }) => y <= top && y >= bottom).length;
  const shared = Math.min(sharedIn(left), sharedIn(right));
  return shared >= 0.6 * Math.min(left.length, right.length);
}

function topOf(lines: readonly Line[]): number {
  return lines.reduce((top, { y }) => Math.max(top, y), Number.NEGATIVE_INFINITY);
}

function bottomOf(lines: readonly Line[]): number {
  return lines.reduce((bottom, { y }) => Math.min(bottom, y), Number.POSITIVE_INFINITY);
}
