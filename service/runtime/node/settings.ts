/** Settings of the server, from flags and environment variables; flags win. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { agentSettingsSchema, type AgentSettings } from '../../../lib/contract/owner-api.ts';
import { err, ok, type Result } from '../../../lib/contract/result.ts';
import { hidePasswords, isDatabaseAddress } from '../../storage/postgres/address.ts';
import { commandHelp, type Environment } from './commands.ts';
import { extensionOrigins, loopbackHosts, type AccessRules } from './http-server.ts';
import { logLevels, type LogLevel } from './logger.ts';

export interface Settings extends AccessRules {
  readonly dataFolder: string;
  /** The address of a PostgreSQL database; null to keep the library in the data folder. */
  readonly database: string | null;
  /** The address of a replica of the database that searches read from; null to read from the database itself. */
  readonly readDatabase: string | null;
  /** 0 picks a free port. */
  readonly port: number;
  readonly address: string;
  /** The origin people use if a proxy is in front, such as `https://memory.example`. */
  readonly publicUrl: string | null;
  readonly logLevel: LogLevel;
  readonly agent: AgentSettings;
  readonly allowPrivateEndpoints: boolean;
  /** The owner token from the environment; null to use the one in the data folder. */
  readonly ownerToken: string | null;
  /** The operator token from the environment; null for none. */
  readonly operatorToken: string | null;
  /** Where to serve metrics; null for nowhere. */
  readonly metrics: { readonly address: string; readonly port: number } | null;
  /** How long the service keeps answering after SIGTERM, in milliseconds. */
  readonly drainMs: number;
}

export interface SettingsError {
  readonly code: 'settings.help' | 'settings.unknown-flag' | 'settings.invalid';
  readonly message: string;
}

const help = `npm run service -- [flags]

  --data DIR           data folder (KEEPSAKE_DATA; default ~/.keepsake)
  --database ADDRESS   keep the library in a PostgreSQL database, such as postgres://user:password@host/name,
                       instead of the data folder (KEEPSAKE_DATABASE; other users of the machine can see flags)
  --read-database ADDRESS
                       run searches on this replica of the database while it's up to date (KEEPSAKE_READ_DATABASE)
  --port PORT          port to listen on, 0 for a free one (KEEPSAKE_PORT; default 4321)
  --address IP         address to listen on (KEEPSAKE_ADDRESS; default 127.0.0.1: this machine only)
  --public-url URL     address that people use if a proxy is in front, such as https://memory.example
                       (KEEPSAKE_PUBLIC_URL)
  --allow-host NAME    accept another host name, such as a proxy's; repeatable
                       (KEEPSAKE_ALLOW_HOST, comma-separated)
  --allow-origin ORIGIN
                       allow browser requests from this origin, instead of from every extension; repeatable
                       (KEEPSAKE_ALLOW_ORIGIN, comma-separated)
  --allow-private-endpoints
                       let every account use a model in a private network, not just yours
                       (KEEPSAKE_ALLOW_PRIVATE_ENDPOINTS=true)
  --drain SECONDS      after SIGTERM, fail /readyz but keep answering for this long, so that a load balancer can stop
                       sending requests (KEEPSAKE_DRAIN; default 0)
  --metrics IP:PORT    serve Prometheus metrics at this address, at /metrics, without a key (KEEPSAKE_METRICS; default off)
  --log-level LEVEL    info, warn, error or off (KEEPSAKE_LOG_LEVEL; default info)
  --help               show this help

Several processes can share a database. Give each one its own data folder, and all of them the same KEEPSAKE_OWNER_TOKEN.

To manage accounts over the API without the owner token, set KEEPSAKE_OPERATOR_TOKEN. It can’t read accounts except by
exporting them.

To answer questions with a model by default, set KEEPSAKE_MODEL_ADDRESS (an OpenAI-compatible endpoint, such as
http://127.0.0.1:11434/v1), KEEPSAKE_MODEL (the model's name) and, if the endpoint needs one, KEEPSAKE_MODEL_KEY.
Owners can choose another model in the owner app.

npm run service -- command

${commandHelp}`;

const flags = {
  data: { type: 'string' },
  database: { type: 'string' },
  'read-database': { type: 'string' },
  port: { type: 'string' },
  address: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  'public-url': { type: 'string' },
  'allow-private-endpoints': { type: 'boolean' },
  drain: { type: 'string' },
  metrics: { type: 'string' },
  'log-level': { type: 'string' },
  help: { type: 'boolean' },
} as const;

const hostName = z.string().check(
  z.refine((name) => URL.parse(`http://${name}`)?.hostname === name, {
    error: 'must be a lower-case host name or IP address, without a port',
  }),
);
const origin = z.string().check(
  z.regex(/^[a-z][a-z-]*:\/\/(?:\*|[\w.[\]:-]+)$/, {
    error: 'must look like scheme://host[:port]',
  }),
  z.refine((value) => !/^https?:\/\/\*$/.test(value), { error: 'can’t be every website' }),
);
const databaseAddress = z
  .string()
  .check(
    z.refine(isDatabaseAddress, { error: 'must look like postgres://user:password@host/name' }),
  );
const settingsSchema = z.object({
  data: z.string().check(z.minLength(1, { error: 'can’t be empty' })),
  database: z.nullable(databaseAddress),
  'read-database': z.nullable(databaseAddress),
  port: z.string().check(
    z.regex(/^\d{1,5}$/, { error: 'must be a number' }),
    z.refine((port) => Number(port) <= 65_535, { error: 'must be 65535 or less' }),
  ),
  address: z.union([z.ipv4(), z.ipv6()], { error: 'must be an IP address' }),
  'allow-host': z.array(hostName),
  'allow-origin': z.array(origin),
  'public-url': z.nullable(
    z.string().check(
      z.refine(
        (url) =>
          /^https?:$/.test(URL.parse(url)?.protocol ?? '') && URL.parse(url)?.pathname === '/',
        {
          error: 'must look like http(s)://host[:port]',
        },
      ),
    ),
  ),
  'allow-private-endpoints': z.union([z.boolean(), z.enum(['true', 'false'])], {
    error: 'must be true or false',
  }),
  metrics: z.nullable(
    z.string().check(
      z.regex(/^(?:\d+\.\d+\.\d+\.\d+|\[[\da-f:]+\]):\d{1,5}$/, {
        error: 'must look like 127.0.0.1:9464',
      }),
      z.refine((text) => URL.canParse(`http://${text}`), {
        error: 'must look like 127.0.0.1:9464',
      }),
    ),
  ),
  drain: z.string().check(
    z.regex(/^\d{1,3}$/, { error: 'must be a number of seconds' }),
    z.refine((seconds) => Number(seconds) <= 300, { error: 'must be 300 or less' }),
  ),
  'log-level': z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }),
});

export function readSettings(
  args: readonly string[],
  environment: Environment,
): Result<Settings, SettingsError> {
  const given = parseFlags(args);
  if (!given.ok) return given;
  if (given.value.help === true) return err({ code: 'settings.help', message: help });
  const parsed = settingsSchema.safeParse({
    ...defaults,
    ...fromEnvironment(environment),
    ...given.value,
  });
  if (!parsed.success) return err({ code: 'settings.invalid', message: messageOf(parsed.error) });
  const agent = readAgent(environment);
  if (!agent.ok) return agent;
  const ownerToken = readToken('KEEPSAKE_OWNER_TOKEN', environment);
  if (!ownerToken.ok) return ownerToken;
  const operatorToken = readToken('KEEPSAKE_OPERATOR_TOKEN', environment);
  if (!operatorToken.ok) return operatorToken;
  const { data, database, port, address, metrics } = parsed.data;
  const readDatabase = parsed.data['read-database'];
  if (readDatabase !== null && database === null) {
    const message = '--read-database needs --database, the address of the primary server.';
    return err({ code: 'settings.invalid', message });
  }
  const origins = parsed.data['allow-origin'];
  const publicUrl = URL.parse(parsed.data['public-url'] ?? '');
  const publicHosts = publicUrl === null ? [] : [publicUrl.hostname];
  return ok({
    dataFolder: resolve(data),
    database,
    readDatabase,
    port: Number(port),
    address,
    hosts: [...loopbackHosts, ...hostsOf(address), ...parsed.data['allow-host'], ...publicHosts],
    origins: origins.length > 0 ? origins : extensionOrigins,
    publicUrl: publicUrl?.origin ?? null,
    logLevel: parsed.data['log-level'],
    agent: agent.value,
    allowPrivateEndpoints: String(parsed.data['allow-private-endpoints']) === 'true',
    ownerToken: ownerToken.value,
    operatorToken: operatorToken.value,
    metrics: metrics === null ? null : endpointOf(metrics),
    drainMs: 1000 * Number(parsed.data.drain),
  });
}

const defaults = {
  data: join(homedir(), '.keepsake'),
  database: null,
  'read-database': null,
  port: '4321',
  address: '127.0.0.1',
  'allow-host': [],
  'allow-origin': [],
  'public-url': null,
  'allow-private-endpoints': 'false',
  drain: '0',
  metrics: null,
  'log-level': 'info',
};

/** Reads the environment variable of each flag, such as `KEEPSAKE_LOG_LEVEL` for `--log-level`. */
function fromEnvironment(environment: Environment) {
  return Object.fromEntries(
    Object.entries(defaults).flatMap(([flag, value]) => {
      const text = environment[`KEEPSAKE_${flag.toUpperCase().replaceAll('-', '_')}`];
      return text === undefined ? [] : [[flag, Array.isArray(value) ? listOf(text) : text]];
    }),
  );
}

function readToken(name: string, environment: Environment): Result<string | null, SettingsError> {
  const token = environment[name] ?? null;
  if (token === null || /^[\w.~+/=-]{32,200}$/.test(token)) return ok(token);
  const message = `${name} must have 32 to 200 letters, digits or -._~+/=, such as the output of \`openssl rand -base64 32\`.`;
  return err({ code: 'settings.invalid', message });
}

function readAgent(environment: Environment): Result<AgentSettings, SettingsError> {
  const address = environment['KEEPSAKE_MODEL_ADDRESS'];
  if (address === undefined) return ok({ mode: 'quotation' });
  const key = environment['KEEPSAKE_MODEL_KEY'];
  const parsed = agentSettingsSchema.safeParse({
    mode: 'model',
    address,
    model: environment['KEEPSAKE_MODEL'],
    ...(key === undefined ? {} : { key }),
  });
  if (parsed.success) return ok(parsed.data);
  const message =
    'KEEPSAKE_MODEL_ADDRESS must be an http(s) address, KEEPSAKE_MODEL the name of a model, and ' +
    'KEEPSAKE_MODEL_KEY, if set, a key without spaces.';
  return err({ code: 'settings.invalid', message });
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Reads an IP address and a port, such as `127.0.0.1:9464` or `[::1]:9464`. */
function endpointOf(text: string): { readonly address: string; readonly port: number } {
  const colon = text.lastIndexOf(':');
  return {
    address: text.slice(0, colon).replaceAll(/[[\]]/g, ''),
    port: Number(text.slice(colon + 1)),
  };
}

type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

function parseFlags(args: readonly string[]): Result<Flags, SettingsError> {
  try {
    return ok(parseArgs({ args: [...args], options: flags }).values);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return err({ code: 'settings.unknown-flag', message: hidePasswords(message) });
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Returns the host name for an address; none for loopback, which is always allowed, or for "all addresses". */
function hostsOf(address: string): string[] {
  if (isLoopback(address) || address === '0.0.0.0' || address === '::') return [];
  const name = URL.parse(`http://${address.includes(':') ? `[${address}]` : address}`)?.hostname;
  return name === undefined ? [] : [name];
}

function messageOf({ issues }: z.core.$ZodError): string {
  return issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join(' ');
}
