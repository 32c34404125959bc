/** The project's own service as a process that can be killed, and its final contents. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../service/runtime/node/testing/start-process.ts';
import { lineSchema, type Line } from '../../service/transfer/format.ts';

const main = join(import.meta.dirname, '../../service/runtime/node/main.ts');

export interface ChaosService {
  /** The service's URL, which a restart doesn't change. */
  readonly url: string;
  /** Runs a command of the service as its owner does and returns its output. */
  command: (...args: string[]) => Promise<string>;
  /**
   * Kills the process like `kill -9` and restarts it on the same data; calls `ended` in between.
   */
  killAndRestart: (ended: () => void) => Promise<void>;
  /** Returns everything in the service, from the owner's export. */
  contents: () => Promise<Line[]>;
  /** Stops the service and removes its data. */
  close: () => Promise<void>;
}

/** Starts the service on new data. */
export async function startChaosService(): Promise<ChaosService> {
  const data = await mkdtemp(join(tmpdir(), 'keepsake-chaos-service-'));
  let service = await startService(data, ['--log-level', 'off']);
  const { port } = new URL(service.url);
  const { url } = service;

  return {
    url,
    async command(...args) {
      const child = spawn(process.execPath, [main, ...args, '--data', data], { stdio: 'pipe' });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      if (code !== 0) throw new Error(`The command ${args.join(' ')} ended with ${String(code)}.`);
      return output.trim();
    },
    async killAndRestart(ended) {
      await service.end('SIGKILL');
      ended();
      service = await startService(data, ['--log-level', 'off', '--port', port]);
    },
    async contents() {
      const authorization = `Bearer ${service.ownerToken}`;
      const response = await fetch(`${url}/owner/export`, { headers: { authorization } });
      const lines = (await response.text()).trim().split('\n').slice(1);
      const read = lines.map((line) => lineSchema.parse(JSON.parse(line)));
      if (read.at(-1)?.type !== 'end') throw new Error('The export is incomplete.');
      return read;
    },
    async close() {
      await service.end('SIGTERM');
      await rm(data, { recursive: true, force: true });
    },
  };
}
