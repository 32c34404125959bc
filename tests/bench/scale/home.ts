/** A service in Node on a file, asked within the process. */
import { execFileSync } from 'node:child_process';
import { openNodeService } from '../../../service/runtime/node/node-service.ts';

export interface AskedHome {
  /** Rejects where the answer is no success. */
  ask(method: 'GET' | 'POST', path: string, body?: RequestInit['body']): Promise<Response>;
  /** Asks and reads the answer. */
  time(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Taken>;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** In milliseconds; what others do on the machine at the same time lengthens `wall` alone. */
export interface Taken {
  readonly wall: number;
  readonly processor: number;
}

const OWNER_TOKEN = 'bench';

/** Opens the service; the caller closes it. */
export async function openHome(file: string): Promise<AskedHome> {
  const home = await openNodeService({ file, ownerToken: OWNER_TOKEN });

  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body?: RequestInit['body'],
  ): Promise<Response> {
    const headers = { authorization: `Bearer ${OWNER_TOKEN}` };
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const response = await home.fetch(new Request(`http://localhost${path}`, init));
    if (response.ok) return response;
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  }

  return {
    ask,
    async time(method, path, body) {
      const taken = stopwatch();
      await (await ask(method, path, body === undefined ? undefined : JSON.stringify(body))).text();
      return taken();
    },
    idle: () => home.idle(),
    close: () => home.close(),
  };
}

/** Has the system forget what it holds of a file in memory; false where it has no such tool. */
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

/** The most memory this process ever held, in MB. */
export function peakMemory(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}

/** Begins to measure; call what it gives at the end. */
export function stopwatch(): () => Taken {
  const begun = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { wall: performance.now() - begun, processor: (user + system) / 1000 };
  };
}
