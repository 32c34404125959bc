import * as z from 'zod/mini';
import { memoryNameLength } from '../../../lib/contracts/limits.ts';
import { cutText } from '../../../lib/core/text/cut-text.ts';
import { isBlankName, memoryNameKey } from '../../../lib/core/text/memory-name.ts';
import { query, type Queries } from '../port.ts';
import type { MigrationStep } from './step.ts';

const selectNames = query(
  'SELECT seq, account_id, name FROM containers ORDER BY seq',
  z.object({ seq: z.int(), account_id: z.string(), name: z.string() }),
);

/** Memories were told apart by what cannot be seen: each is known by how its name looks, and has one of its own. */
export const namesAlike: readonly MigrationStep[] = [keyByLooks];

async function keyByLooks(queries: Queries): Promise<void> {
  const memories = await queries.all(selectNames);
  // One may take the key that another has until its turn; no key is an id behind a control character.
  await queries.run('UPDATE containers SET name_key = char(0) || id');
  const taken = new Map<string, Set<string>>();
  const keysOf = (account: string) => {
    const keys = taken.get(account) ?? new Set();
    taken.set(account, keys);
    return keys;
  };
  // Every oldest one keeps its name before another is given a new one, which must not be taken either.
  const alike = memories.filter(({ account_id: account, name }) => {
    const keys = keysOf(account);
    if (isBlankName(name) || keys.has(memoryNameKey(name))) return true;
    keys.add(memoryNameKey(name));
    return false;
  });
  const named = new Map(
    alike.map(({ seq, account_id: account, name }) => [seq, freeName(name, keysOf(account))]),
  );
  for (const { seq, name: before } of memories) {
    const name = named.get(seq) ?? before;
    await queries.run('UPDATE containers SET name = ?, name_key = ? WHERE seq = ?', [
      name,
      memoryNameKey(name),
      seq,
    ]);
  }
}

/** Gives a name that can be seen and is not taken, and takes it. */
function freeName(name: string, keys: Set<string>): string {
  const wanted = isBlankName(name) ? 'Memory' : name.trim();
  let free = wanted;
  for (let count = 2; keys.has(memoryNameKey(free)); count += 1) {
    const number = ` ${count}`;
    free = `${cutText(wanted, memoryNameLength - number.length)}${number}`;
  }
  keys.add(memoryNameKey(free));
  return free;
}
