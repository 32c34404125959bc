/** Reads the processes of a Chromium instance and their memory, as Linux reports them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { BrowserContext } from '@playwright/test';

/** The memory of a process, in MB. */
export interface Memory {
  readonly resident: number;
  /** Peak resident memory. */
  readonly peak: number;
}

/** Returns whether this system reports processes as Linux does. */
export function hasProcesses(): boolean {
  return existsSync('/proc/self/status');
}

/** Returns the total memory of the processes that run extensions. */
export async function memoryOfExtensions(context: BrowserContext): Promise<Memory> {
  const held = (await renderersOf(context)).filter(({ command }) => isOfExtension(command));
  return {
    resident: held.reduce((sum, { resident }) => sum + resident, 0),
    peak: held.reduce((sum, { peak }) => sum + peak, 0),
  };
}

/** Returns the memory of the page process with the most processor time; Chromium also keeps idle spares. */
export async function memoryOfPage(context: BrowserContext): Promise<Memory> {
  const [busiest] = (await renderersOf(context))
    .filter(({ command }) => !isOfExtension(command) && !command.includes('--top-chrome-webui'))
    .toSorted((one, other) => other.cpuTime - one.cpuTime);
  if (busiest === undefined) throw new Error('No process shows a page.');
  return busiest;
}

function isOfExtension(command: string): boolean {
  return command.includes('--extension-process');
}

interface Renderer extends Memory {
  readonly command: string;
  readonly cpuTime: number;
}

async function renderersOf(context: BrowserContext): Promise<Renderer[]> {
  const browser = await context.browser()?.newBrowserCDPSession();
  if (browser === undefined) throw new Error('This Chromium has no browser session.');
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  await browser.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Promise.all(
    renderers.map(async ({ id, cpuTime }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8');
      return {
        command: await readFile(`/proc/${id}/cmdline`, 'utf8'),
        cpuTime,
        resident: megabytes(status, 'VmRSS'),
        peak: megabytes(status, 'VmHWM'),
      };
    }),
  );
}

function megabytes(status: string, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`The system doesn’t report ${field}.`);
  return (Number(kilobytes) * 1024) / 1e6;
}
