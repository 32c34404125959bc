/** Does what a command says by asking the service as its owner. */
import * as z from 'zod/mini';
import { containerSchema } from '../../../../lib/contracts/memory-api.ts';
import { createdKeySchema, keySchema, type Key } from '../../../../lib/contracts/owner-api.ts';
import type { AskAsOwner } from './owner-line.ts';
import type { Command, NewKey } from './read-command.ts';

const containersSchema = z.object({ containers: z.array(containerSchema) });
const keysSchema = z.object({ keys: z.array(keySchema) });

/** Gives what to print; throws an Error with a sentence for the person. */
export async function runCommand(command: Command, ask: AskAsOwner): Promise<string> {
  switch (command.do) {
    case 'memory create': {
      const { name, description } = command;
      const body = { name, description };
      return z.parse(containerSchema, await ask('POST', '/owner/containers', body)).id;
    }
    case 'memory list':
      return (await memoriesOf(ask)).map(({ id, name }) => `${id}\t${name}`).join('\n');
    case 'key create':
      return createKey(command.key, ask);
    case 'key list':
      return (await keysOf(ask)).map(lineOfKey).join('\n');
    case 'key revoke': {
      const { id, name } = await findKey(command.key, ask);
      await ask('DELETE', `/owner/keys/${id}`);
      return `The key "${name}" is revoked.`;
    }
    case 'update-now': {
      const id = encodeURIComponent(command.document);
      await ask('POST', `/owner/documents/${id}/update-now`);
      return 'The document is queued; it is learned anew while the service runs.';
    }
    case 'sign-in-link': {
      const link = await ask('POST', '/owner/sign-in-links');
      return z.parse(z.object({ url: z.string() }), link).url;
    }
  }
}

async function createKey({ memories, expiresAt, ...grant }: NewKey, ask: AskAsOwner) {
  const reach = memories === 'all' ? memories : await reachOf(memories, ask);
  const body = { ...grant, reach, expires_at: expiresAt };
  return z.parse(createdKeySchema, await ask('POST', '/owner/keys', body)).token;
}

async function reachOf(wanted: readonly string[], ask: AskAsOwner): Promise<string[]> {
  const known = await memoriesOf(ask);
  const find = (text: string) => known.find(({ id, name }) => id === text || name === text);
  // A name may hold commas itself.
  const each = wanted.flatMap((text) => (find(text) === undefined ? text.split(',') : [text]));
  return each.map((text) => {
    const found = find(text.trim());
    if (found === undefined) throw new Error(`There is no Memory "${text.trim()}".`);
    return found.id;
  });
}

/** A key itself is told by its last characters, as nothing else of it is stored. */
async function findKey(wanted: string, ask: AskAsOwner): Promise<Key> {
  const keys = (await keysOf(ask)).filter(({ revoked_at }) => revoked_at === null);
  const isToken = wanted.startsWith('keepsake_');
  const found = keys.filter(
    ({ id, name, last_four }) =>
      id === wanted || name === wanted || (isToken && wanted.endsWith(last_four)),
  );
  const [only, ...others] = found;
  if (only === undefined) throw new Error('There is no such key, or it is revoked already.');
  if (others.length > 0) throw new Error('Several keys are meant by this; give the id of one.');
  return only;
}

async function memoriesOf(ask: AskAsOwner) {
  return z.parse(containersSchema, await ask('GET', '/v1/containers')).containers;
}

async function keysOf(ask: AskAsOwner) {
  return z.parse(keysSchema, await ask('GET', '/owner/keys')).keys;
}

function lineOfKey({ id, last_four, level, name, revoked_at }: Key): string {
  return [id, `…${last_four}`, revoked_at === null ? level : 'revoked', name].join('\t');
}
