import * as z from 'zod/mini';
import { memoryNameLength } from '../../../../lib/contract/limits.ts';
import { cutText } from '../../../../lib/text/cut-text.ts';
import { isBlankName, memoryNameKey } from '../../../../lib/text/memory-name.ts';
import { query } from '../../sql.ts';
import type { Queries } from '../sql.ts';

const selectNames = query(
  'SELECT seq, account_id, name FROM containers ORDER BY seq',
  z.object({ seq: z.int(), account_id: z.string(), name: z.string() }),
);

/** Renames Memories whose names look like another's or have no visible characters. Derives keys from how names look. */
export const distinctNames: readonly ((queries: Queries) => Promise<void>)[] = [keyByLooks];

async function keyByLooks(queries: Queries): Promise<void> {
  const memories = await queries.all(selectNames);
  // Frees all keys first, since a row may need the key that another still has. No key starts with a control character.
  await queries.run('UPDATE containers SET name_key = char(0) || id');
  const taken = new Map<string, Set<string>>();
  const keysOf = (account: string) => {
    const keys = taken.get(account) ?? new Set();
    taken.set(account, keys);
    return keys;
  };
  // The oldest Memory with a name keeps it. New names must not clash with the kept names.
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

/** Returns a visible name that isn't taken, and reserves it. */
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
