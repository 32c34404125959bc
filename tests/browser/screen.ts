/** A virtual screen for a browser window, and key presses on that screen. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findOnPath } from './find-on-path.ts';

const run = promisify(execFile);

export type Screen = {
  /** The value of DISPLAY: “:99”. */
  display: string;
  /** Presses a key or a combination, as xdotool writes them: “ctrl+l”. */
  press: (keys: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a virtual screen. Returns null if this machine lacks Xvfb or xdotool. */
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
