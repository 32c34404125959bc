/** Starts the service in a process, the way an operator does. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ServiceProcess {
  readonly url: string;
  readonly ownerToken: string;
  /** Everything written so far to standard output and standard error, in order. */
  output(): string;
  /** Sends the signal and waits for the exit; returns the exit code, or null if the signal killed the process. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const MAIN = join(import.meta.dirname, '../main.ts');

/**
 * Starts the service on a free port, after a shell command that sets limits; rejects with its output if it exits before
 * it serves.
 */
export async function startService(
  dataFolder: string,
  flags: readonly string[] = [],
  limits = ':',
): Promise<ServiceProcess> {
  const command = [process.execPath, MAIN, '--data', dataFolder, '--port', '0', ...flags];
  // One pipe for both outputs keeps their order, as in a terminal.
  const child = spawn('/bin/sh', ['-c', `${limits}; exec "$@" 2>&1`, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let written = '';
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`The service exited with ${code}: ${written}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      const url = /^Personal Memory Service: (\S+)\n/m.exec(written)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const token = await readFile(join(dataFolder, 'owner-token'), 'utf8');
  return {
    url: address,
    ownerToken: token.trim(),
    output: () => written,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
