import { open, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { containerSchema } from '../../../lib/contract/memory-api.ts';
import { createdKeySchema, keySchema, type Key } from '../../../lib/contract/owner-api.ts';
import { err, ok, type Result } from '../../../lib/contract/result.ts';
import type { Service } from '../../app.ts';
import { errorName, hasUsualYear, systemClock } from '../../ports.ts';
import type { KeyGrant } from '../../storage/port/keys.ts';
import { hidePasswords, isDatabaseAddress } from '../../storage/postgres/address.ts';
import { describeFolderError, openDataFolder, readRunning } from './data-folder.ts';
import { createJsonLogger } from './logger.ts';
import { readMove, runMove } from './move.ts';
import { openNodeService } from './node-service.ts';

/** Sends a command to the service as the owner and returns what to print. */
type Command = (request: OwnerRequest, download: Download) => Promise<string>;

interface NewKey extends Omit<KeyGrant, 'reach'> {
  /** Names or ids; each item can hold several, separated by commas. */
  readonly memories: KeyGrant['reach'];
}

export interface CommandLine {
  readonly command: Command;
  readonly mustBeRunning: boolean;
  readonly dataFolder: string;
  readonly database: string | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export const commandHelp = `  memory create NAME [--description TEXT]   create a Memory and print its id
  memory list                               list Memories: id, name
  key create --name N --level read|write|full [--memories A,B] [--profile] [--agent] [--expires DATE]
                                            create a key and print it; you can’t see it again
                                            --memories takes names or ids; without it, the key reaches all Memories
                                            a DATE without a time means the end of that day, UTC
  key list                                  list keys: id, last four characters, level, name
  key revoke KEY                            revoke a key by id, name or the key itself
  update-now DOCUMENT                       index a document again
  account create NAME                       create an account and print its sign-in link (needs a running service)
  account list                              list accounts: id, time created, name, and whether it’s suspended; the first is yours
  account suspend ACCOUNT                   refuse all access to an account, by id or name, until it’s resumed; nothing is deleted
  account resume ACCOUNT                    allow access to it again
  account quota ACCOUNT [--documents N] [--bytes N] [--turns N]
                                            limit what it stores, and its questions and new facts a day (--turns);
                                            “none” removes a limit; without flags, print usage and limits
  account export ACCOUNT [--to FILE]        export an account to a new file, or to standard output; import the file with
                                            Export & import in the owner app
  account delete ACCOUNT --yes              permanently delete an account, by id or name, with everything in it
  sign-in-link                              print a new sign-in link for the owner app (needs a running service)
  move --from PLACE --to PLACE              copy the whole library to an empty place and compare both (stop the service first)
                                            a PLACE is a data folder, or an address such as postgres://user@host/name
                                            (PGPASSWORD can hold the password); if it’s interrupted, run it again

All commands except move take --data DIR and --database ADDRESS. All except move, account create and sign-in-link work
whether or not the service is running.`;

export function isCommand([first]: readonly string[]): boolean {
  return first !== undefined && !first.startsWith('-');
}

export type CommandResult =
  | { readonly exitCode: 0; readonly output: string }
  /** The exit code is 1 if the command failed, 2 if it couldn't be parsed. */
  | { readonly exitCode: 1 | 2; readonly error: string };

/** Runs a command. Calls `progress` with a line now and then if it takes long, and with each line for the log. */
export async function executeCommand(
  args: readonly string[],
  environment: Environment,
  progress: (line: string) => void = () => undefined,
): Promise<CommandResult> {
  if (args[0] === 'move') return executeMove(args.slice(1), progress);
  const read = readCommand(args, environment);
  if (!read.ok) return { exitCode: 2, error: read.error };
  try {
    return { exitCode: 0, output: await runCommand(read.value, progress) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { exitCode: 1, error: describeFolderError(error, read.value) ?? message };
  }
}

async function executeMove(
  args: readonly string[],
  progress: (line: string) => void,
): Promise<CommandResult> {
  const read = readMove(args);
  if (!read.ok) return { exitCode: 2, error: read.error };
  try {
    return { exitCode: 0, output: await runMove(read.value, progress) };
  } catch (error) {
    return { exitCode: 1, error: error instanceof Error ? error.message : String(error) };
  }
}

const flags = {
  data: { type: 'string' },
  database: { type: 'string' },
  description: { type: 'string' },
  name: { type: 'string' },
  level: { type: 'string' },
  memories: { type: 'string', multiple: true },
  profile: { type: 'boolean' },
  agent: { type: 'boolean' },
  expires: { type: 'string' },
  yes: { type: 'boolean' },
  to: { type: 'string' },
  documents: { type: 'string' },
  bytes: { type: 'string' },
  turns: { type: 'string' },
} as const;
type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];
type Flag = keyof typeof flags;

interface CommandSyntax {
  readonly argument?: string;
  readonly flags?: readonly Flag[];
  readonly mustBeRunning?: true;
  readonly read: (argument: string, given: Flags) => Command;
}

const syntaxes = new Map<string, CommandSyntax>([
  ['memory create', { argument: 'a name', flags: ['description'], read: createMemory }],
  ['memory list', { read: () => listMemories }],
  [
    'key create',
    {
      flags: ['name', 'level', 'memories', 'profile', 'agent', 'expires'],
      read: (_, given) => createKey(readKey(given)),
    },
  ],
  ['key list', { read: () => listKeys }],
  ['key revoke', { argument: 'a key', read: revokeKey }],
  ['account create', { argument: 'a name', mustBeRunning: true, read: createAccount }],
  ['account list', { read: () => listAccounts }],
  ['account suspend', { argument: 'an account', read: changeAccount('suspend') }],
  ['account resume', { argument: 'an account', read: changeAccount('resume') }],
  [
    'account quota',
    { argument: 'an account', flags: ['documents', 'bytes', 'turns'], read: accountQuota },
  ],
  ['account export', { argument: 'an account', flags: ['to'], read: exportAccount }],
  ['account delete', { argument: 'an account', flags: ['yes'], read: deleteAccount }],
  ['update-now', { argument: 'a document id', read: updateNow }],
  ['sign-in-link', { mustBeRunning: true, read: () => createSignInLink }],
]);

export function readCommand(
  args: readonly string[],
  environment: Environment,
): Result<CommandLine, string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: flags,
      allowPositionals: true,
    });
    const { name, syntax, rest } = splitName(positionals);
    if (syntax.argument === undefined && rest.length > 0) {
      throw new Error(`${name} doesn’t take an argument.`);
    }
    if (syntax.argument !== undefined && rest.length !== 1) {
      throw new Error(`${name} needs exactly one argument: ${syntax.argument}.`);
    }
    for (const flag of Object.keys(values)) {
      if (!['data', 'database'].includes(flag) && !syntax.flags?.some((known) => known === flag)) {
        throw new Error(`${name} doesn’t take --${flag}.`);
      }
    }
    const data = values.data ?? environment['KEEPSAKE_DATA'] ?? join(homedir(), '.keepsake');
    const database = values.database ?? environment['KEEPSAKE_DATABASE'] ?? null;
    if (database !== null && !isDatabaseAddress(database)) {
      throw new Error('--database must look like postgres://user:password@host/name.');
    }
    return ok({
      command: syntax.read(rest[0] ?? '', values),
      mustBeRunning: syntax.mustBeRunning === true,
      dataFolder: resolve(data),
      database,
    });
  } catch (error) {
    return err(hidePasswords(error instanceof Error ? error.message : String(error)));
  }
}

function splitName(given: readonly string[]) {
  for (const length of [2, 1]) {
    const name = given.slice(0, length).join(' ');
    const syntax = syntaxes.get(name);
    if (syntax !== undefined) return { name, syntax, rest: given.slice(length) };
  }
  throw new Error(`Unknown command "${given.join(' ')}". Commands:\n\n${commandHelp}`);
}

function readKey({ name, level, memories, profile, agent, expires }: Flags): NewKey {
  if (name === undefined) throw new Error('key create needs --name.');
  const known = z.enum(['read', 'write', 'full']).safeParse(level);
  if (!known.success) throw new Error('key create needs --level read, write or full.');
  return {
    name,
    level: known.data,
    memories: memories ?? 'all',
    profile: profile === true,
    agent: agent === true,
    expires_at: expires === undefined ? null : readTime(expires),
  };
}

function readTime(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = new Date(isDay ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time.getTime()) || !hasUsualYear(time)) {
    throw new Error(
      '--expires needs a date such as 2027-12-31, or an ISO 8601 time, up to the year 9999.',
    );
  }
  return time.toISOString();
}

/** Sends a request as the owner and returns the JSON response; throws the service's error message on failure. */
type OwnerRequest = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<unknown>;

/** Requests a path as the owner and returns the body, which can be larger than memory. */
type Download = (path: string) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;

type OwnerAccess = Readonly<Record<'origin' | 'ownerToken', string>>;

export function signInLinkOf(service: Service, access: OwnerAccess): Promise<string> {
  return createSignInLink(asOwner(service, access).request);
}

function asOwner(
  service: Service,
  { origin, ownerToken }: OwnerAccess,
): { readonly request: OwnerRequest; readonly download: Download } {
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await service.fetch(
      new Request(origin + path, {
        method,
        headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    if (response.ok) return response;
    const refusal = z.safeParse(z.object({ message: z.string() }), await response.json());
    throw new Error(
      refusal.success ? refusal.data.message : `The service returned status ${response.status}.`,
    );
  }
  return {
    request: async (method, path, body) => (await send(method, path, body)).json(),
    download: async (path) => (await send('GET', path)).body ?? [],
  };
}

/** How long a starting service can take to publish its address. */
const START_MS = 10_000;
const POLL_MS = 100;

/**
 * Sends the command to the running service, or opens the database if there is none. Documents still queued then are
 * indexed when the service starts.
 */
async function runCommand(
  { command, dataFolder, database, mustBeRunning }: CommandLine,
  log: (line: string) => void,
): Promise<string> {
  const folder = await openDataFolder(dataFolder);
  if (!folder.ok) {
    const { request, download } = await runningService(dataFolder);
    return command(request, download);
  }
  const { databaseFile, ownerToken, release } = folder.value;
  try {
    if (mustBeRunning) {
      throw new Error(
        `No service is using the data folder ${dataFolder}. Start one with npm run service, or choose its folder with --data.`,
      );
    }
    const logger = createJsonLogger({
      clock: systemClock,
      level: 'off',
      write: (line) => log(line.trimEnd()),
    });
    const service = await openNodeService({ file: databaseFile, database, ownerToken, logger });
    try {
      const { request, download } = asOwner(service, { origin: 'http://127.0.0.1', ownerToken });
      return await command(request, download);
    } finally {
      await service.close();
    }
  } finally {
    release();
  }
}

async function runningService(dataFolder: string): Promise<ReturnType<typeof asOwner>> {
  for (let waited = 0; waited < START_MS; waited += POLL_MS) {
    const running = await readRunning(dataFolder);
    if (running !== null) {
      const { url, ownerToken } = running;
      return asOwner({ fetch: (request) => fetch(request) }, { origin: url, ownerToken });
    }
    await setTimeout(POLL_MS);
  }
  throw new Error('Another process has this folder open, but it isn’t a running service.');
}

function createMemory(name: string, { description = '' }: Flags): Command {
  return async (request) => {
    const made = await request('POST', '/owner/containers', { name, description });
    return z.parse(containerSchema, made).id;
  };
}

async function listMemories(request: OwnerRequest): Promise<string> {
  return (await memoriesOf(request)).map(({ id, name }) => `${id}\t${name}`).join('\n');
}

function createKey({ memories, ...grant }: NewKey): Command {
  return async (request) => {
    const reach = memories === 'all' ? memories : await idsOf(memories, request);
    const made = await request('POST', '/owner/keys', { ...grant, reach });
    return z.parse(createdKeySchema, made).token;
  };
}

async function listKeys(request: OwnerRequest): Promise<string> {
  return (await keysOf(request)).map(lineOfKey).join('\n');
}

function revokeKey(key: string): Command {
  return async (request) => {
    const { id, name } = await findKey(key, request);
    await request('DELETE', `/owner/keys/${id}`);
    return `Key "${name}" revoked.`;
  };
}

function createAccount(name: string): Command {
  return async (request) => {
    const made = await request('POST', '/owner/accounts', { name });
    return z.parse(z.object({ sign_in_url: z.string() }), made).sign_in_url;
  };
}

async function listAccounts(request: OwnerRequest): Promise<string> {
  const accounts = await accountsOf(request);
  return accounts.map(lineOfAccount).join('\n');
}

function deleteAccount(wanted: string, { yes }: Flags): Command {
  if (yes !== true) {
    throw new Error('This permanently deletes the account and everything in it. Add --yes.');
  }
  return async (request) => {
    const { name, path } = await findAccount(wanted, request);
    await request('DELETE', `${path}?confirm=true`);
    return `Account "${name}" deleted.`;
  };
}

function changeAccount(change: 'suspend' | 'resume') {
  return (wanted: string): Command =>
    async (request) => {
      const { name, path } = await findAccount(wanted, request);
      await request('POST', `${path}/${change}`);
      return `Account "${name}" ${change === 'suspend' ? 'suspended' : 'resumed'}.`;
    };
}

function accountQuota(wanted: string, { documents, bytes, turns }: Flags): Command {
  const limits = {
    ...readLimit('documents', documents),
    ...readLimit('bytes', bytes),
    ...readLimit('turns_per_day', turns),
  };
  return async (request) => {
    const { path, ...account } = await findAccount(wanted, request);
    if (Object.keys(limits).length === 0) return describeQuota(account);
    const changed = await request('PATCH', `${path}/quota`, limits);
    return describeQuota(z.parse(accountSchema, changed));
  };
}

function readLimit(
  name: string,
  text: string | undefined,
): Readonly<Record<string, number | null>> {
  if (text === undefined) return {};
  if (text === 'none') return { [name]: null };
  if (!/^\d{1,15}$/.test(text)) throw new Error('A limit is a whole number, or “none”.');
  return { [name]: Number(text) };
}

function describeQuota({ quota, used }: z.infer<typeof accountSchema>): string {
  const rows = [
    ['documents', used.documents, quota.documents],
    ['bytes', used.bytes, quota.bytes],
    ['turns today', used.turns_today, quota.turns_per_day],
  ] as const;
  return rows.map(([name, amount, limit]) => `${name}\t${amount}\t${limit ?? 'none'}`).join('\n');
}

/** Writes the export to a new file, or to standard output. */
function exportAccount(wanted: string, { to }: Flags): Command {
  return async (request, download) => {
    const { name, path } = await findAccount(wanted, request);
    const lines = await download(`${path}/export`);
    if (to === undefined) {
      await pipeline(lines, process.stdout, { end: false });
      return '';
    }
    const file = await open(to, 'wx', 0o600).catch((error: unknown) => {
      throw errorName(error) === 'EEXIST'
        ? new Error(`${to} already exists. Choose another file.`)
        : error;
    });
    await pipeline(lines, file.createWriteStream()).catch(async (error: unknown) => {
      await rm(to);
      throw error;
    });
    return `Account "${name}" exported to ${to}.`;
  };
}

function updateNow(document: string): Command {
  return async (request) => {
    await request('POST', `/owner/documents/${encodeURIComponent(document)}/update-now`);
    return 'Queued. The document is indexed again while the service is running.';
  };
}

async function createSignInLink(request: OwnerRequest): Promise<string> {
  return z.parse(z.object({ url: z.string() }), await request('POST', '/owner/sign-in-links')).url;
}

async function idsOf(wanted: readonly string[], request: OwnerRequest): Promise<string[]> {
  const known = await memoriesOf(request);
  const find = (text: string) => known.find(({ id, name }) => id === text || name === text);
  // Split at commas only if the whole isn't a Memory: a name may contain commas.
  const each = wanted.flatMap((text) => (find(text) === undefined ? text.split(',') : [text]));
  return each.map((text) => {
    const found = find(text.trim());
    if (found === undefined) throw new Error(`There is no Memory "${text.trim()}".`);
    return found.id;
  });
}

/** Finds an account by its id or name. */
async function findAccount(wanted: string, request: OwnerRequest) {
  const accounts = await accountsOf(request);
  const [only, ...others] = accounts.filter(({ id, name }) => id === wanted || name === wanted);
  if (only === undefined) throw new Error(`There is no account "${wanted}".`);
  if (others.length > 0) throw new Error('Several accounts match. Use the id from account list.');
  return { ...only, path: `/owner/accounts/${encodeURIComponent(only.id)}` };
}

/** Finds a key by its id, its name or the key itself. Only the last four characters of a key are stored. */
async function findKey(wanted: string, request: OwnerRequest): Promise<Key> {
  const keys = (await keysOf(request)).filter(({ revoked_at }) => revoked_at === null);
  const isToken = wanted.startsWith('keepsake_');
  const found = keys.filter(
    ({ id, name, last_four }) =>
      id === wanted || name === wanted || (isToken && wanted.endsWith(last_four)),
  );
  const [only, ...others] = found;
  if (only === undefined) throw new Error('There is no such key, or it’s already revoked.');
  if (others.length > 0) throw new Error('Several keys match. Use the id from key list.');
  return only;
}

const containersSchema = z.object({ containers: z.array(containerSchema) });
const keysSchema = z.object({ keys: z.array(keySchema) });

const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  suspended_at: z.nullable(z.string()),
  quota: z.object({
    documents: z.nullable(z.int()),
    bytes: z.nullable(z.int()),
    turns_per_day: z.nullable(z.int()),
  }),
  used: z.object({ documents: z.int(), bytes: z.int(), turns_today: z.int() }),
});
const accountsSchema = z.object({ accounts: z.array(accountSchema) });

async function accountsOf(request: OwnerRequest) {
  return z.parse(accountsSchema, await request('GET', '/owner/accounts')).accounts;
}

async function memoriesOf(request: OwnerRequest) {
  return z.parse(containersSchema, await request('GET', '/v1/containers')).containers;
}

async function keysOf(request: OwnerRequest) {
  return z.parse(keysSchema, await request('GET', '/owner/keys')).keys;
}

function lineOfAccount({ id, created_at, name, suspended_at }: z.infer<typeof accountSchema>) {
  return [id, created_at, name, ...(suspended_at === null ? [] : ['suspended'])].join('\t');
}

function lineOfKey({ id, last_four, level, name, revoked_at }: Key): string {
  return [id, `…${last_four}`, revoked_at === null ? level : 'revoked', name].join('\t');
}
