/** A reference measurement from the same run, in the same unit. */
export interface Baseline {
  readonly name: string;
  readonly value: number;
}

/** One measured value. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baselines?: readonly Baseline[];
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the value below which `share` of the values lie; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns a row for each percentile of the times, with its baselines. */
export function timeRows(
  name: string,
  times: readonly number[],
  others: Readonly<Record<string, readonly number[]>> = {},
  shares: Readonly<Record<string, number>> = { p50: 0.5, p95: 0.95 },
): Row[] {
  return Object.entries(shares).map(([what, share]) => ({
    name: `${name}, ${what}`,
    value: percentile(times, share),
    unit: 'ms',
    baselines: Object.entries(others).map(([other, all]) => ({
      name: other,
      value: percentile(all, share),
    })),
  }));
}
