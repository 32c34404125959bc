/** A screen of its own for a browser with a window, and the keys that a person presses there. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findOnPath } from './find-on-path.ts';

const run = promisify(execFile);

export type Screen = {
  /** As the environment names it: “:99”. */
  display: string;
  /** Presses one key or several together, as xdotool writes them: “ctrl+l”. */
  press: (keys: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens one; null where this machine has not what it takes, which are Xvfb and xdotool. */
export async function openScreen(): Promise<Screen | null> {
  const server = findOnPath(['Xvfb']);
  const keys = findOnPath(['xdotool']);
  if (server === undefined || keys === undefined) return null;
  const screen = spawn(
    server,
    ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [line]: unknown[] = await once(createInterface(screen.stdout), 'line');
  const display = `:${String(line)}`;
  const env = { ...process.env, DISPLAY: display };
  return {
    display,
    press: async (pressed) => void (await run(keys, ['key', pressed], { env })),
    type: async (text) => void (await run(keys, ['type', '--delay', '40', text], { env })),
    async close() {
      const ended = once(screen, 'exit');
      screen.kill();
      await ended;
    },
  };
}
