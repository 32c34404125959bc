/** The processes of a Chromium and the memory each holds, as Linux tells it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';

/** In MB. */
export interface Memory {
  readonly resident: number;
  /** The most that was ever resident. */
  readonly peak: number;
}

/** Whether this system tells of its processes so. */
export function hasProcesses(): boolean {
  return existsSync('/proc/self/status');
}

/** Memory of the processes that hold extensions, or of those that show pages, together. */
export async function memoryOf(
  context: BrowserContext,
  holders: 'extensions' | 'pages',
): Promise<Memory> {
  const browser = await context.browser()?.newBrowserCDPSession();
  if (browser === undefined) throw new Error('This Chromium has no session of its own.');
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  await browser.detach();
  let [resident, peak] = [0, 0];
  for (const { type, id } of processInfo) {
    if (type !== 'renderer') continue;
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8');
    if (command.includes('--extension-process') !== (holders === 'extensions')) continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8');
    resident += megabytes(status, 'VmRSS');
    peak += megabytes(status, 'VmHWM');
  }
  return { resident, peak };
}

function megabytes(status: string, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`The system does not tell ${field}.`);
  return (Number(kilobytes) * 1024) / 1e6;
}
