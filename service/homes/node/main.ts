/** `npm run service`: the Personal Memory Service as a server of its own. */
import { randomUUID } from 'node:crypto';
import { errorName, type Logger } from '../../ports.ts';
import { openDataFolder } from './data-folder.ts';
import { namesCommand, readCommand } from './commands/read-command.ts';
import { runCommand } from './commands/run-command.ts';
import { lineTo, withOwnerLine } from './commands/owner-line.ts';
import { createJsonLogger, holdLines } from './json-logger.ts';
import { createNodeHome } from './open-node.ts';
import { serve } from './serve.ts';
import { isLoopback, readSettings, type Settings } from './settings.ts';

// What it writes is for its owner alone, also in a folder that others can look into.
process.umask(0o077);
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** For what was written to arrive. */
const LINGER_MS = 200;
const args = process.argv.slice(2);
process.exitCode = await (namesCommand(args) ? command() : start());
// What still hangs on another's answer, such as a model's, keeps nobody waiting.
setTimeout(() => process.exit(), LINGER_MS).unref();

/** Does one thing and ends. */
async function command(): Promise<number> {
  const read = readCommand(args, process.env);
  if (!read.ok) {
    process.stderr.write(`${read.error}\n`);
    return 2;
  }
  try {
    const { command: wanted, dataFolder } = read.value;
    const line = { dataFolder, needsProcess: wanted.do === 'sign-in-link' };
    const printed = await withOwnerLine(line, (ask) => runCommand(wanted, ask));
    if (printed !== '') process.stdout.write(`${printed}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

async function start(): Promise<number> {
  const settings = readSettings(args, process.env);
  if (!settings.ok) {
    const isHelp = settings.error.code === 'settings.help';
    (isHelp ? process.stdout : process.stderr).write(`${settings.error.message}\n`);
    return isHelp ? 0 : 2;
  }
  // Standard output is for the person who starts it, and what they are told comes first.
  const log = holdLines((line) => process.stderr.write(line));
  const logger = createJsonLogger({
    clock: { now: () => Date.now() },
    level: settings.value.logLevel,
    write: log.write,
  });
  try {
    return await run(settings.value, { logger, onGreeted: log.release });
  } catch (error) {
    process.stderr.write(`${explain(error, settings.value)}\n`);
    logger.error('service.failed', { error: errorName(error) });
    return 1;
  } finally {
    log.release();
  }
}

interface Running {
  readonly logger: Logger;
  /** Called once the person was told where it is. */
  readonly onGreeted: () => void;
}

/** Serves until it is told to stop. */
async function run(settings: Settings, { logger, onGreeted }: Running): Promise<number> {
  const folder = await openDataFolder(settings.dataFolder);
  if (!folder.ok) {
    process.stderr.write(`Another service has the memory in ${settings.dataFolder} open.\n`);
    return 1;
  }
  const { databaseFile, ownerToken, tokenFile, sayRunning, release } = folder.value;
  try {
    const home = await createNodeHome({ ...settings, file: databaseFile, ownerToken, logger });
    try {
      const server = await serve(home, { ...settings, newId: randomUUID, logger });
      // Before the greeting, since whoever reads that may stop the service at once.
      const stopped = stopSignal(logger);
      await sayRunning(server.localUrl);
      const ask = lineTo(home, { base: settings.publicUrl ?? server.localUrl, ownerToken });
      const signInLink = await runCommand({ do: 'sign-in-link' }, ask);
      greet(settings.publicUrl ?? server.localUrl, { ...settings, tokenFile, signInLink });
      onGreeted();
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
    const stop = (signal: NodeJS.Signals) => {
      for (const each of SIGNALS) process.off(each, stop);
      log.info('service.stopping', { signal });
      resolve();
    };
    for (const each of SIGNALS) process.on(each, stop);
  });
}

interface Greeting extends Settings {
  readonly tokenFile: string;
  readonly signInLink: string;
}

function greet(url: string, { dataFolder, tokenFile, signInLink, address, publicUrl }: Greeting) {
  const lines = [
    `Personal Memory Service: ${url}`,
    `Memory: ${dataFolder}`,
    '',
    'Sign in to look after it (the link works once, within the hour):',
    `  ${signInLink}`,
    'Connect Keepsake: enter the address above, and a key that you make in the app or by',
    '  npm run service -- key create --name Keepsake --level full --profile --agent',
    `Connect an MCP client: ${url}/mcp-http with a key as its bearer; without one it asks for your consent in the`,
    '  browser, and may read only.',
    `The owner’s own key is in ${tokenFile}; it opens everything, so keep it to yourself.`,
  ];
  if (!isLoopback(address) && publicUrl === null) {
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
