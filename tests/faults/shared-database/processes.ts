/** The processes of a service on one database, which are killed and started again. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  startService,
  type ServiceProcess,
} from '../../../service/runtime/node/testing/start-process.ts';

export async function startProcesses(folder: string, database: string, count: number) {
  const running = new Map<number, ServiceProcess>();
  /** The logs of processes that have ended. */
  const logs: string[] = [];

  async function start(index: number): Promise<void> {
    const data = join(folder, `process-${index}`);
    await mkdir(data, { recursive: true });
    running.set(index, await startService(data, ['--database', database]));
  }

  async function end(index: number, signal: NodeJS.Signals): Promise<void> {
    const service = running.get(index);
    running.delete(index);
    if (service === undefined) return;
    await service.end(signal);
    logs.push(service.output());
  }

  for (let index = 0; index < count; index += 1) await start(index);
  return {
    urls: () => Array.from(running.values(), ({ url }) => url),
    /** Kills a process and starts another, again and again while the database can't be reached. */
    async replace(index: number): Promise<void> {
      await end(index, 'SIGKILL');
      while (!running.has(index)) await start(index).catch(() => undefined);
    },
    async stop(): Promise<readonly string[]> {
      for (const index of running.keys()) await end(index, 'SIGTERM');
      return logs;
    },
  };
}
