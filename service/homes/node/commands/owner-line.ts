/** A line to the service for its owner: to the process that has the folder open, or to the memory itself. */
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { Service } from '../../../app.ts';
import { openDataFolder, readRunning } from '../data-folder.ts';
import { createNodeHome } from '../open-node.ts';

/** Gives the body of the answer; throws an Error with the service's own sentence where it refuses. */
export type AskAsOwner = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>;

export interface OwnerLineOptions {
  readonly dataFolder: string;
  /** Refuses where no service runs, for what means nothing without one. */
  readonly needsProcess: boolean;
}

/** A service that has just begun may not have said yet where it listens. */
const START_MS = 10_000;
const LOOK_AGAIN_MS = 100;

/** Lends the line; what is queued over it where no service runs is learned once one does. */
export async function withOwnerLine<T>(
  { dataFolder, needsProcess }: OwnerLineOptions,
  use: (ask: AskAsOwner) => Promise<T>,
): Promise<T> {
  const folder = await openDataFolder(dataFolder);
  if (!folder.ok) return use(await lineToProcess(dataFolder));
  const { databaseFile, ownerToken, release } = folder.value;
  try {
    if (needsProcess) throw new Error('The service is not running; npm run service starts it.');
    const home = await createNodeHome({ file: databaseFile, ownerToken });
    try {
      return await use(lineTo(home, { base: 'http://127.0.0.1', ownerToken }));
    } finally {
      await home.close();
    }
  } finally {
    release();
  }
}

async function lineToProcess(dataFolder: string): Promise<AskAsOwner> {
  for (let waited = 0; waited < START_MS; waited += LOOK_AGAIN_MS) {
    const running = await readRunning(dataFolder);
    if (running !== null) {
      const { url, ownerToken } = running;
      return lineTo({ fetch: (request) => fetch(request) }, { base: url, ownerToken });
    }
    await setTimeout(LOOK_AGAIN_MS);
  }
  throw new Error('The memory is open elsewhere, by what does not answer as a service.');
}

/** Makes a line to a service of which the owner's token is known. */
export function lineTo(
  service: Service,
  { base, ownerToken }: { readonly base: string; readonly ownerToken: string },
): AskAsOwner {
  return async (method, path, body) => {
    const response = await service.fetch(
      new Request(base + path, {
        method,
        headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const refusal = z.safeParse(z.object({ message: z.string() }), answer);
    throw new Error(refusal.success ? refusal.data.message : `The answer is ${response.status}.`);
  };
}
