/** One line of the benchmark: what was measured, how much it is, and what it is held against in the same run. */
export type Figure = { what: string; figure: string; beside: string };

/** One measured value, with what the same run measured to hold it against, in the same unit. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline?: { readonly name: string; readonly value: number };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which `share` of the values lie; NaN where there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}
