/** Runs a service in Node, within this process. */
import { execFileSync } from 'node:child_process';
import { openNodeService } from '../../../service/runtime/node/node-service.ts';

export interface BenchService {
  /** Sends a request; rejects if the response is an error. */
  ask(method: 'GET' | 'POST', path: string, body?: RequestInit['body']): Promise<Response>;
  /** Sends a request, reads the response, and returns how long that took. */
  time(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Taken>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** A duration in milliseconds. Other load on the machine lengthens only `wall`. */
export interface Taken {
  readonly wall: number;
  readonly processor: number;
}

export const OWNER_TOKEN = 'bench';

/** Opens the service on the file, or on a PostgreSQL database if there is one; the caller closes it. */
export async function openService(
  file: string,
  database: string | null = null,
): Promise<BenchService> {
  const service = await openNodeService({ file, database, ownerToken: OWNER_TOKEN });

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body?: RequestInit['body'],
  ): Promise<Response> {
    const headers = { authorization: `Bearer ${OWNER_TOKEN}` };
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const response = await service.fetch(new Request(`http://localhost${path}`, init));
    if (response.ok) return response;
    throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  }

  return {
    ask,
    async time(method, path, body) {
      const taken = stopwatch();
      await (await ask(method, path, body === undefined ? undefined : JSON.stringify(body))).text();
      return taken();
    },
    idle: () => service.idle(),
    close: () => service.close(),
  };
}

/** Drops a file from the system's cache. Returns false if the system has no tool for that. */
export function dropFromMemory(file: string): boolean {
  try {
    execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'], {
      stdio: 'pipe',
    });
    return true;
  } catch {
    return false;
  }
}

/** Returns this process's peak memory, in MB. */
export function peakMemory(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}

/** Starts measuring; call the returned function at the end. */
export function stopwatch(): () => Taken {
  const begun = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { wall: performance.now() - begun, processor: (user + system) / 1000 };
  };
}
