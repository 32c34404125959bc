/** Starts the service as a process of its own, as an operator does. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ServiceProcess {
  readonly url: string;
  readonly ownerToken: string;
  /** Everything it wrote so far, to both outputs, in its order. */
  output(): string;
  /** Sends the signal and waits for the end; gives the exit code, null where the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const MAIN = join(import.meta.dirname, '../main.ts');

/** Starts it on a free port; rejects with what it wrote where it ends before it serves. */
export async function startService(
  dataFolder: string,
  flags: readonly string[] = [],
): Promise<ServiceProcess> {
  const command = [process.execPath, MAIN, '--data', dataFolder, '--port', '0', ...flags];
  // By one pipe, as a terminal shows them: two would not tell which came first.
  const child = spawn('/bin/sh', ['-c', 'exec "$@" 2>&1', 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let written = '';
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`It ended with ${code}: ${written}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.toString();
      const greeted = /^Personal Memory Service: (\S+)\n/m.exec(written)?.[1];
      if (greeted !== undefined) resolve(greeted);
    });
  });
  const token = await readFile(join(dataFolder, 'owner-token'), 'utf8');
  return {
    url,
    ownerToken: token.trim(),
    output: () => written,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
