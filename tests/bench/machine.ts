/** Describes the machine on which the figures were measured. */
import { execFile } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { findChromium } from '../browser/find-chromium.ts';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  readonly browser: string;
  /** The load average of the minute before the first measurement. */
  readonly loadAtStart: number;
}

export async function describeMachine(): Promise<Machine> {
  const { versions, platform } = process;
  const { stdout } = await promisify(execFile)(await findChromium(), ['--version']);
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: platform,
    node: versions.node,
    sqlite: versions['sqlite'] ?? 'unknown',
    browser: /^\S+ [\d.]+/.exec(stdout)?.[0] ?? stdout.trim(),
    loadAtStart: loadNow(),
  };
}

export function sentenceOf(machine: Machine): string {
  const { cores, processor, memoryGb, system, node, sqlite, browser, loadAtStart } = machine;
  return (
    `${cores} cores (${processor}), ${memoryGb} GB of memory, ${system}, Node ${node}, SQLite ${sqlite}, ${browser}; ` +
    `load average at the start ${loadAtStart.toFixed(1)}.`
  );
}

export function loadNow(): number {
  return loadavg()[0] ?? Number.NaN;
}
