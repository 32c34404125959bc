/** Runs a tool of the protocol's makers as a process of its own. */
import { spawn } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface Surroundings {
  /** Matters to tools that look for files where they are started. */
  readonly cwd: string;
  /** Called with what it writes while it runs. */
  readonly onOutput?: (chunk: string) => void;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

/** Runs a script with this Node until it ends. */
export function runScript(
  script: string,
  args: readonly string[],
  { cwd, onOutput, signal }: Surroundings,
): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    onOutput?.(chunk.toString());
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output, errors }));
  });
}
