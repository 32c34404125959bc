/** What the operator says at start, by flags and by environment; flags win. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { agentSettingsSchema, type AgentSettings } from '../../../lib/contracts/owner-api.ts';
import { err, ok, type Result } from '../../../lib/contracts/result.ts';
import { commandUsage } from './commands/read-command.ts';
import { logLevels, type LogLevel } from './json-logger.ts';
import { extensionOrigins, loopbackHosts, type GuardRules } from './request-guard.ts';

export interface Settings extends GuardRules {
  /** Absolute path of the folder that holds everything. */
  readonly dataFolder: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The IP address to listen on. */
  readonly address: string;
  /** The origin people reach it by, where that is not the address it listens on: `https://memory.example`. */
  readonly publicUrl: string | null;
  readonly logLevel: LogLevel;
  /** What answers where an owner chose nothing. */
  readonly agent: AgentSettings;
}

export interface SettingsError {
  readonly code: 'settings.help' | 'settings.unknown-flag' | 'settings.invalid';
  /** A sentence or more for the operator. */
  readonly message: string;
}

export const usage = `npm run service -- [flags]

  --data DIR           folder of the memory (KEEPSAKE_DATA; ~/.keepsake)
  --port PORT          port to listen on, 0 for a free one (KEEPSAKE_PORT; 4321)
  --address IP         address to listen on (KEEPSAKE_ADDRESS; 127.0.0.1, which other machines cannot reach)
  --allow-host NAME    a further name the server may be called by, such as that of a proxy before it;
                       may be repeated (KEEPSAKE_ALLOW_HOST, with commas)
  --allow-origin ORIGIN  an origin that may send requests from a browser, instead of every extension;
                       may be repeated (KEEPSAKE_ALLOW_ORIGIN, with commas)
  --public-url URL     the address that people reach it by through a proxy, such as https://memory.example
                       (KEEPSAKE_PUBLIC_URL)
  --log-level LEVEL    info, warn, error or off (KEEPSAKE_LOG_LEVEL; info)
  --help               this text

A model that answers questions, where an owner has not chosen another in the app: KEEPSAKE_MODEL_ADDRESS (of an
endpoint that speaks OpenAI's protocol, such as http://127.0.0.1:11434/v1), KEEPSAKE_MODEL (its name) and, where it
asks for one, KEEPSAKE_MODEL_KEY.

npm run service -- command

${commandUsage}`;

const flags = {
  data: { type: 'string' },
  port: { type: 'string' },
  address: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  'public-url': { type: 'string' },
  'log-level': { type: 'string' },
  help: { type: 'boolean' },
} as const;

const hostName = z.string().check(
  z.refine((name) => URL.parse(`http://${name}`)?.hostname === name, {
    error: 'has to be a name or an address in lower case, without a port',
  }),
);
const origin = z.string().check(
  z.regex(/^[a-z][a-z-]*:\/\/(?:\*|[\w.[\]:-]+)$/, { error: 'has to be scheme://host[:port]' }),
  z.refine((value) => !/^https?:\/\/\*$/.test(value), { error: 'may not be every site' }),
);
const settingsSchema = z.object({
  data: z.string().check(z.minLength(1, { error: 'may not be empty' })),
  port: z.string().check(
    z.regex(/^\d{1,5}$/, { error: 'has to be a number' }),
    z.refine((port) => Number(port) <= 65_535, { error: 'has to be 65535 at most' }),
  ),
  address: z.union([z.ipv4(), z.ipv6()], { error: 'has to be an IP address' }),
  'allow-host': z.array(hostName),
  'allow-origin': z.array(origin),
  'public-url': z.nullable(
    z.string().check(
      z.refine(
        (url) =>
          /^https?:$/.test(URL.parse(url)?.protocol ?? '') && URL.parse(url)?.pathname === '/',
        {
          error: 'has to be http(s)://host[:port]',
        },
      ),
    ),
  ),
  'log-level': z.enum(logLevels, { error: `has to be ${logLevels.join(', ')}` }),
});

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings; what cannot be read is named, and nothing is guessed. */
export function readSettings(
  args: readonly string[],
  environment: Environment,
): Result<Settings, SettingsError> {
  const given = parseFlags(args);
  if (!given.ok) return given;
  if (given.values.help === true) return err({ code: 'settings.help', message: usage });
  const parsed = settingsSchema.safeParse(chosen(given.values, environment));
  if (!parsed.success) return err({ code: 'settings.invalid', message: sentenceOf(parsed.error) });
  const agent = readAgent(environment);
  if (!agent.ok) return agent;
  const { data, port, address } = parsed.data;
  const origins = parsed.data['allow-origin'];
  const publicUrl = URL.parse(parsed.data['public-url'] ?? '');
  const publicHosts = publicUrl === null ? [] : [publicUrl.hostname];
  return ok({
    dataFolder: resolve(data),
    port: Number(port),
    address,
    hosts: [...loopbackHosts, ...hostsOf(address), ...parsed.data['allow-host'], ...publicHosts],
    origins: origins.length > 0 ? origins : extensionOrigins,
    publicUrl: publicUrl?.origin ?? null,
    logLevel: parsed.data['log-level'],
    agent: agent.value,
  });
}

function chosen(values: Flags, environment: Environment) {
  return {
    data: values.data ?? environment['KEEPSAKE_DATA'] ?? join(homedir(), '.keepsake'),
    port: values.port ?? environment['KEEPSAKE_PORT'] ?? '4321',
    address: values.address ?? environment['KEEPSAKE_ADDRESS'] ?? '127.0.0.1',
    'allow-host': values['allow-host'] ?? listOf(environment['KEEPSAKE_ALLOW_HOST']),
    'allow-origin': values['allow-origin'] ?? listOf(environment['KEEPSAKE_ALLOW_ORIGIN']),
    'public-url': values['public-url'] ?? environment['KEEPSAKE_PUBLIC_URL'] ?? null,
    'log-level': values['log-level'] ?? environment['KEEPSAKE_LOG_LEVEL'] ?? 'info',
  };
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
    'KEEPSAKE_MODEL_ADDRESS has to be an http(s) address, KEEPSAKE_MODEL the name of a model, and ' +
    'KEEPSAKE_MODEL_KEY, where it is set, a key without spaces.';
  return err({ code: 'settings.invalid', message });
}

/** Says whether only this device can reach an address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

function parseFlags(
  args: readonly string[],
): { ok: true; values: Flags } | { ok: false; error: SettingsError } {
  try {
    return { ok: true, values: parseArgs({ args: [...args], options: flags }).values };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return err({ code: 'settings.unknown-flag', message });
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Who listens on an address of its own may be called by it; "every address" is nobody's name. */
function hostsOf(address: string): string[] {
  if (isLoopback(address) || address === '0.0.0.0' || address === '::') return [];
  const name = URL.parse(`http://${address.includes(':') ? `[${address}]` : address}`)?.hostname;
  return name === undefined ? [] : [name];
}

function sentenceOf({ issues }: z.core.$ZodError): string {
  return issues.map(({ path, message }) => `--${String(path[0])} ${message}.`).join(' ');
}
