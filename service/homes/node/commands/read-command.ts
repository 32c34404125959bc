/** Reads `npm run service -- memory create …` and its like: what an owner does from a script. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { err, ok, type Result } from '../../../../lib/contracts/result.ts';

export type Command =
  | { readonly do: 'memory create'; readonly name: string; readonly description: string }
  | { readonly do: 'memory list' }
  | { readonly do: 'key create'; readonly key: NewKey }
  | { readonly do: 'key list' }
  | { readonly do: 'key revoke'; readonly key: string }
  | { readonly do: 'update-now'; readonly document: string }
  | { readonly do: 'sign-in-link' };

export interface NewKey {
  readonly name: string;
  readonly level: 'read' | 'write' | 'full';
  /** Names or ids, each item one or several with commas between. */
  readonly memories: 'all' | readonly string[];
  readonly profile: boolean;
  readonly agent: boolean;
  /** ISO 8601, UTC. */
  readonly expiresAt: string | null;
}

export interface CommandLine {
  readonly command: Command;
  /** Absolute path. */
  readonly dataFolder: string;
}

export const commandUsage = `  memory create NAME [--description TEXT]   makes a Memory and prints its id
  memory list                               prints id and name of each Memory
  key create --name N --level read|write|full [--memories A,B] [--profile] [--agent] [--expires DATE]
                                            makes a key and prints it, this once; without --memories it reaches all,
                                            which are named by name or id; a DATE alone counts to its end, in UTC
  key list                                  prints id, last characters, level and name of each key
  key revoke KEY                            revokes a key, given by id, name or the key itself
  update-now DOCUMENT                       begins the learning of a document anew
  sign-in-link                              prints a new link to the owner's app of the service that is running

Each takes --data DIR and works on a service that is running as on one that is not.`;

const flags = {
  data: { type: 'string' },
  description: { type: 'string' },
  name: { type: 'string' },
  level: { type: 'string' },
  memories: { type: 'string', multiple: true },
  profile: { type: 'boolean' },
  agent: { type: 'boolean' },
  expires: { type: 'string' },
} as const;
type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];
type Flag = keyof typeof flags;

interface CommandShape {
  readonly operands: number;
  readonly flags: readonly Flag[];
  /** Throws an Error with a sentence where a value is missing or wrong. */
  readonly read: (operand: string, given: Flags) => Command;
}

const shapes: Readonly<Record<Command['do'], CommandShape>> = {
  'memory create': {
    operands: 1,
    flags: ['description'],
    read: (name, { description = '' }) => ({ do: 'memory create', name, description }),
  },
  'memory list': { operands: 0, flags: [], read: () => ({ do: 'memory list' }) },
  'key create': {
    operands: 0,
    flags: ['name', 'level', 'memories', 'profile', 'agent', 'expires'],
    read: (_, given) => ({ do: 'key create', key: readKey(given) }),
  },
  'key list': { operands: 0, flags: [], read: () => ({ do: 'key list' }) },
  'key revoke': { operands: 1, flags: [], read: (key) => ({ do: 'key revoke', key }) },
  'update-now': {
    operands: 1,
    flags: [],
    read: (document) => ({ do: 'update-now', document }),
  },
  'sign-in-link': { operands: 0, flags: [], read: () => ({ do: 'sign-in-link' }) },
};

/** Says whether the arguments name a command rather than start the service. */
export function namesCommand([first]: readonly string[]): boolean {
  return first !== undefined && !first.startsWith('-');
}

/** Reads the command; the error is a sentence for the person. */
export function readCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Result<CommandLine, string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: flags,
      allowPositionals: true,
    });
    const { kind, operands } = kindOf(positionals);
    const shape = shapes[kind];
    if (operands.length !== shape.operands) {
      throw new Error(
        shape.operands === 0 ? `${kind} takes no operand.` : `${kind} takes one operand.`,
      );
    }
    for (const flag of Object.keys(values)) {
      if (flag !== 'data' && !shape.flags.some((known) => known === flag)) {
        throw new Error(`${kind} takes no --${flag}.`);
      }
    }
    const data = values.data ?? environment['KEEPSAKE_DATA'] ?? join(homedir(), '.keepsake');
    return ok({ command: shape.read(operands[0] ?? '', values), dataFolder: resolve(data) });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

const kindSchema = z.enum([
  'memory create',
  'memory list',
  'key create',
  'key list',
  'key revoke',
  'update-now',
  'sign-in-link',
]);

function kindOf(words: readonly string[]) {
  for (const length of [2, 1]) {
    const kind = kindSchema.safeParse(words.slice(0, length).join(' '));
    if (kind.success) return { kind: kind.data, operands: words.slice(length) };
  }
  throw new Error(`There is no command "${words.join(' ')}".\n\n${commandUsage}`);
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
    expiresAt: expires === undefined ? null : readTime(expires),
  };
}

function readTime(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = new Date(isDay ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time.getTime())) {
    throw new Error('--expires has to be a date such as 2027-12-31, or a time of ISO 8601.');
  }
  return time.toISOString();
}
