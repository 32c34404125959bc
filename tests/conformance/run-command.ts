/** Runs a tool from the protocol's makers as a separate process. */
import { spawn } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface Surroundings {
  /** Matters to tools that look for files in the working directory. */
  readonly cwd: string;
  /** Called with its output while it runs. */
  readonly onOutput?: (chunk: string) => void;
  /** Stops it early. */
  readonly signal?: AbortSignal;
}

/** Runs a script with this Node until it exits. */
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
