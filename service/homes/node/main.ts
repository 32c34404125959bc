/** `npm run service`: the Personal Memory Service as a server of its own. */
import { randomUUID } from 'node:crypto';
import { errorName, type Logger } from '../../ports.ts';
import { openDataFolder } from './data-folder.ts';
import { createJsonLogger } from './json-logger.ts';
import { createNodeHome } from './open-node.ts';
import { serve } from './serve.ts';
import { isLoopback, readSettings, type Settings } from './settings.ts';

// What it writes is for its owner alone, also in a folder that others can look into.
process.umask(0o077);
const clock = { now: () => Date.now() };
// Standard output is for the person who starts it.
const logger = createJsonLogger((line) => process.stderr.write(line), clock);
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const settings = readSettings(args, process.env);
  if (!settings.ok) {
    const isHelp = settings.error.code === 'settings.help';
    (isHelp ? process.stdout : process.stderr).write(`${settings.error.message}\n`);
    return isHelp ? 0 : 2;
  }
  try {
    return await run(settings.value);
  } catch (error) {
    logger.error('service.failed', { error: errorName(error) });
    process.stderr.write(`${explain(error, settings.value)}\n`);
    return 1;
  }
}

/** Serves until it is told to stop. */
async function run(settings: Settings): Promise<number> {
  const folder = await openDataFolder(settings.dataFolder);
  if (!folder.ok) {
    process.stderr.write(`Another service has the memory in ${settings.dataFolder} open.\n`);
    return 1;
  }
  const { databaseFile, ownerToken, tokenFile, release } = folder.value;
  try {
    const home = await createNodeHome({ file: databaseFile, ownerToken, logger });
    try {
      const server = await serve(home, { ...settings, newId: randomUUID, logger });
      // Before the greeting, since whoever reads that may stop the service at once.
      const stopped = stopSignal(logger);
      greet(server.url, { ...settings, tokenFile });
      logger.info('service.started', { loopback: isLoopback(settings.address) });
      await stopped;
      await server.close();
    } finally {
      await home.close();
    }
    logger.info('service.stopped');
    return 0;
  } finally {
    release();
  }
}

/** Waits for the first signal to stop; a second one ends the process as it stands, which loses nothing either. */
function stopSignal(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        log.info('service.stopping', { signal });
        resolve();
      });
    }
  });
}

function greet(url: string, { dataFolder, tokenFile, address }: Settings & { tokenFile: string }) {
  const lines = [
    `Personal Memory Service: ${url}`,
    `Memory: ${dataFolder}`,
    `Key of the owner: in ${tokenFile} (it opens everything; keep it to yourself)`,
    'To connect Keepsake, enter this address and that key in its settings.',
  ];
  if (!isLoopback(address)) {
    lines.push('Other machines can reach it, unencrypted: put a proxy that speaks TLS before it.');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function explain(error: unknown, { address, port, dataFolder }: Settings): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `Port ${port} is taken; choose another with --port.`;
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine.`;
  if (code === 'EACCES' || code === 'EPERM') {
    return `There is no permission to use port ${port} or the folder ${dataFolder}.`;
  }
  return `The service ended: ${error instanceof Error ? error.message : String(error)}`;
}
