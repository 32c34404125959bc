/** Prints how long each engine takes to read the known pages. */
import { engines, quantile, type Engine } from './figures.ts';

/** CPU milliseconds of one engine on one page. */
export type Times = {
  /** Compiling the engine and running its top level. */
  loadMs: number;
  /** The first reading in a new process, including `loadMs`. */
  coldMs: number;
  /** All later readings. */
  warm: readonly number[];
};

/** Prints medians and 95th percentiles over all pages, except pages on which an engine failed. */
export function printTimes(times: readonly Record<Engine, Times>[]): void {
  const counted = times.filter((of) => engines.every((engine) => of[engine].coldMs > 0));
  console.log(`\nTimes in ${counted.length} pages, ms of the processor: median (p95)`);
  for (const engine of engines) {
    const of = (value: (times: Times) => number) => {
      const each = counted.map((page) => value(page[engine]));
      return `${quantile(each, 0.5).toFixed(1)} (${quantile(each, 0.95).toFixed(1)})`.padEnd(18);
    };
    console.log(
      `${engine.padEnd(12)} cold ${of(({ coldMs }) => coldMs)} of which loading ${of(({ loadMs }) => loadMs)} warm ${of(warmMs)}`,
    );
  }
  printRatio('cold', counted, ({ coldMs }) => coldMs);
  printRatio('warm', counted, warmMs);
}

/** Prints how long each step of a reading takes. */
export function printSteps(steps: readonly Record<string, number>[]): void {
  for (const name of Object.keys(steps[0] ?? {})) {
    const each = steps.map((of) => of[name] ?? 0);
    console.log(
      `${name.padEnd(14)} median ${quantile(each, 0.5).toFixed(1)} ms, p95 ${quantile(each, 0.95).toFixed(1)} ms`,
    );
  }
}

function printRatio(
  name: string,
  times: readonly Record<Engine, Times>[],
  value: (times: Times) => number,
): void {
  const ours = times.map(({ keepsake }) => value(keepsake));
  const theirs = times.map(({ readability }) => value(readability));
  const ofMedians = quantile(ours, 0.5) / Math.max(0.1, quantile(theirs, 0.5));
  const each = ours.map((ms, at) => ms / Math.max(0.1, theirs[at] ?? 0));
  console.log(
    `${name}: keepsake takes ${ofMedians.toFixed(2)} times as long as readability by the medians, ` +
      `${quantile(each, 0.5).toFixed(2)} in the median page`,
  );
}

/** Returns the median of the readings after the first. */
export function warmMs({ warm }: Times): number {
  return quantile(warm, 0.5);
}
