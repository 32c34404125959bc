import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Marionette } from './marionette.ts';
import { pollUntil } from './poll-until.ts';

/** Maximum time for a first start on a slow machine. */
const START_TIMEOUT_MS = 60_000;

/** A running Firefox and the connection to it. */
export interface FirefoxProcess {
  readonly marionette: Marionette;
  /** Asks Firefox to quit as a person does, so that it writes everything to disk, and waits for it to exit. */
  quit(): Promise<void>;
}

export type Preferences = Readonly<Record<string, string | number | boolean>>;

/** Starts Firefox on a profile and connects to it. */
export async function startFirefox(
  executable: string,
  profileDir: string,
  preferences: Preferences,
): Promise<FirefoxProcess> {
  // With port 0, Firefox chooses a port and writes it into the profile. Remove a stale value first.
  const portFile = join(profileDir, 'MarionetteActivePort');
  await rm(portFile, { force: true });
  await writePreferences(profileDir, { ...preferences, 'marionette.port': 0 });
  const child = spawn(
    executable,
    [
      '--headless',
      '--marionette',
      '--remote-allow-system-access', // opening an extension page needs the chrome context
      '--no-remote',
      '--profile',
      profileDir,
    ],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  // Don't leave a browser behind if the test run aborts.
  const kill = (): void => void child.kill();
  process.once('exit', kill);
  try {
    const marionette = await pollUntil(
      'Firefox to start',
      () => {
        if (child.exitCode !== null) throw new Error(`Firefox ended with code ${child.exitCode}.`);
        return tryToConnect(portFile);
      },
      START_TIMEOUT_MS,
    );
    await marionette.send('WebDriver:NewSession');
    return {
      marionette,
      async quit() {
        await marionette.send('Marionette:Quit', { flags: ['eAttemptQuit'] });
        marionette.close();
        await exited;
        process.off('exit', kill);
      },
    };
  } catch (error) {
    kill();
    throw error;
  }
}

async function tryToConnect(portFile: string): Promise<Marionette | undefined> {
  try {
    return await Marionette.connect(Number(await readFile(portFile, 'utf8')));
  } catch {
    return undefined; // No file yet, an incomplete file, or nothing listening yet: try again.
  }
}

/** Writes user.js, which overrides the profile's preferences at every start. */
async function writePreferences(profileDir: string, preferences: Preferences): Promise<void> {
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profileDir, 'user.js'), lines.join(''));
}
