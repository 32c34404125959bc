/** Runs a third-party tool as a separate process. */
import { spawn } from 'node:child_process';

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface Surroundings {
  /** The working directory, in which some tools look for files. */
  readonly cwd: string;
  /** Called with each chunk of output while the tool runs. */
  readonly onOutput?: (chunk: string) => void;
  /** Stops the tool early. */
  readonly signal?: AbortSignal;
}

/** Runs a script with the current Node.js until it exits. */
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
