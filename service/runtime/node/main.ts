/** `npm run service`: starts the Personal Memory Service as a server, or runs one of the owner's commands. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { errorName, systemClock, type Logger } from '../../ports.ts';
import { executeCommand, isCommand, signInLinkOf } from './commands.ts';
import { describeFolderError, openDataFolder } from './data-folder.ts';
import { serve } from './http-server.ts';
import { createJsonLogger, holdLines } from './logger.ts';
import { openNodeService } from './node-service.ts';
import { isLoopback, readSettings, type Settings } from './settings.ts';

// New files are readable by the owner only, even in a folder that others can list.
process.umask(0o077);
// Output that can't be written, such as to a log on a full disk, must not stop the service.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Leaves time for the output to be flushed. */
const EXIT_DELAY_MS = 200;
const listenErrorSchema = z.object({
  syscall: z.literal('listen'),
  code: z.string(),
  address: z.string(),
  // Left out if the system was to choose one.
  port: z.optional(z.int()),
});
const args = process.argv.slice(2);

process.exitCode = await (isCommand(args) ? runCommand() : start());
// A pending request, such as one to a model, must not keep the process alive.
globalThis.setTimeout(() => process.exit(), EXIT_DELAY_MS).unref();

async function runCommand(): Promise<number> {
  const result = await executeCommand(args, process.env, (line) => {
    process.stderr.write(`${line}\n`);
  });
  if (result.exitCode !== 0) process.stderr.write(`${result.error}\n`);
  else if (result.output !== '') process.stdout.write(`${result.output}\n`);
  return result.exitCode;
}

async function start(): Promise<number> {
  const settings = readSettings(args, process.env);
  if (!settings.ok) {
    const isHelp = settings.error.code === 'settings.help';
    (isHelp ? process.stdout : process.stderr).write(`${settings.error.message}\n`);
    return isHelp ? 0 : 2;
  }
  // The log is held back until the greeting is printed, so that the greeting comes first in a terminal.
  const log = holdLines((line) => process.stderr.write(line));
  const logger = createJsonLogger({
    clock: systemClock,
    level: settings.value.logLevel,
    write: log.write,
  });
  try {
    return await withMetrics(settings.value, logger, (counting) =>
      run(settings.value, { logger: counting, onGreeted: log.release }),
    );
  } catch (error) {
    process.stderr.write(`${describeError(error, settings.value)}\n`);
    logger.error('service.failed', { error: errorName(error) });
    return 1;
  } finally {
    log.release();
  }
}

/** Runs the work with a logger that counts events, and serves metrics meanwhile, if the operator asked for them. */
async function withMetrics<T>(
  { metrics: endpoint, hosts }: Settings,
  logger: Logger,
  work: (logger: Logger) => Promise<T>,
): Promise<T> {
  if (endpoint === null) return work(logger);
  const { createMetrics } = await import('./metrics.ts');
  const metrics = createMetrics();
  const server = await metrics.serve({ ...endpoint, hosts });
  try {
    return await work(metrics.counting(logger));
  } finally {
    server.close();
  }
}

interface RunOptions {
  readonly logger: Logger;
  readonly onGreeted: () => void;
}

async function run(settings: Settings, { logger, onGreeted }: RunOptions): Promise<number> {
  const folder = await openDataFolder(settings.dataFolder, settings.ownerToken);
  if (!folder.ok) {
    process.stderr.write(`${settings.dataFolder} is already open in another service.\n`);
    return 1;
  }
  const { databaseFile, ownerToken, tokenFile, publishAddress, release } = folder.value;
  try {
    const service = await openNodeService({ ...settings, file: databaseFile, ownerToken, logger });
    try {
      const server = await serve(service, { ...settings, newId: randomUUID, logger });
      // Listen for signals before greeting, since a program that reads the greeting may stop the service right away.
      const stopped = stopSignal(logger);
      await publishAddress(server.localUrl).catch((error: unknown) => {
        logger.error('address.unpublished', { error: errorName(error) });
      });
      const origin = settings.publicUrl ?? server.localUrl;
      const signInLink = await signInLinkOf(service, { origin, ownerToken }).catch(
        (error: unknown) =>
          `No link could be created: ${error instanceof Error ? error.message : String(error)}`,
      );
      greet(origin, { ...settings, tokenFile, signInLink });
      onGreeted();
      logger.info('service.started', { loopback: isLoopback(settings.address) });
      await stopped;
      await service.drain();
      await setTimeout(settings.drainMs);
      await server.close();
    } finally {
      await service.close();
    }
    logger.info('service.stopped');
    return 0;
  } finally {
    release();
  }
}

/** Resolves on the first signal. A second one ends the process immediately, also without losing data. */
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
    `Data folder: ${dataFolder}`,
    '',
    'Sign in to the owner app (the link works once, within an hour):',
    `  ${signInLink}`,
    '',
    'Connect Keepsake: enter the address above and a key. Create a key in the owner app, or run',
    '  npm run service -- key create --name Keepsake --level full --profile --agent',
    `Connect an MCP client: use ${url}/mcp-http with a key as the bearer token.`,
    '  Without a key, the client asks for your consent in the browser and gets read-only access.',
    '',
    `The owner token is in ${tokenFile}. It gives full access, so keep it private.`,
  ];
  if (!isLoopback(address) && publicUrl === null) {
    lines.push(
      'Warning: other machines can connect, and the connection isn’t encrypted. Put a TLS proxy in front of it.',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function describeError(error: unknown, settings: Settings): string {
  const listened = listenedOn(error);
  if (listened !== null) {
    const { code, address, port } = listened;
    const isMetrics = address === settings.metrics?.address && port === settings.metrics.port;
    const [portFlag, addressFlag] = isMetrics
      ? ['--metrics', '--metrics']
      : ['--port', '--address'];
    if (code === 'EADDRINUSE')
      return `Port ${port} is already in use. Choose another one with ${portFlag}.`;
    if (code === 'EADDRNOTAVAIL')
      return `This machine doesn’t have the address ${address}. Choose another one with ${addressFlag}.`;
    if (code === 'EACCES')
      return `Permission denied for port ${port}. Choose another one with ${portFlag}.`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return describeFolderError(error, settings) ?? `The service stopped: ${message}`;
}

/** Returns where the service couldn't listen; null for other errors. */
function listenedOn(error: unknown): z.infer<typeof listenErrorSchema> | null {
  return z.safeParse(listenErrorSchema, error).data ?? null;
}
