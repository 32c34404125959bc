/** Tries a key at an address by one list of Memories, and says what came of it in terms a person can act on. */
import type { KeyTrouble } from '../../contracts/connections.ts';
import type { MemoryError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { MemoryChoice } from '../../contracts/settings.ts';
import { memoryChoices } from '../../core/connections/memory-choices.ts';
import { readServiceAddress } from '../../memory/service-address.ts';
import type { ConnectionPorts } from './ports.ts';

export type KeyTrial = { baseUrl: string; secret: string };

/** Gives the Memories that the key reaches. Stores nothing, and sends nothing to an address that is not allowed. */
export async function tryKey(
  trial: KeyTrial,
  { isGranted, openTrial }: Pick<ConnectionPorts, 'isGranted' | 'openTrial'>,
  signal?: AbortSignal,
): Promise<Result<MemoryChoice[], KeyTrouble>> {
  const address = readServiceAddress(trial.baseUrl);
  if (!address.ok) {
    const isInsecure = address.error.code === 'memory.insecure';
    return err({ outcome: isInsecure ? 'insecure-address' : 'bad-address' });
  }
  if (!isKey(trial.secret)) return err({ outcome: 'bad-key' });
  const { origin } = address.value;
  if (!(await isGranted(origin))) return err({ outcome: 'not-permitted', origin });
  const listed = await openTrial(trial).containers.list({ signal });
  return listed.ok ? ok(memoryChoices(listed.value)) : err(troubleOf(listed.error));
}

/** What a person typed, without the white space that comes along with a paste. */
export function tidyKey(text: string): string {
  return text.trim();
}

/** Characters that a header can carry and a bearer token can have. */
export function isKey(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret);
}

function troubleOf(error: MemoryError): KeyTrouble {
  switch (error.code) {
    case 'memory.unreachable':
    case 'memory.aborted':
    case 'memory.not-permitted':
      return { outcome: 'unreachable' };
    case 'memory.timeout':
      return { outcome: 'timeout' };
    case 'memory.insecure':
      return { outcome: 'insecure-address' };
    case 'memory.unauthenticated':
      return error.status === undefined ? { outcome: 'bad-key' } : { outcome: 'refused', error };
    case 'memory.unauthorized':
      return { outcome: 'refused', error };
    case 'memory.conflict':
    case 'memory.rate-limited':
    case 'memory.turns-exhausted':
    case 'memory.server':
      return { outcome: 'service-trouble', error };
    // A list of Memories is asked for without any input: who finds fault with that is another kind of service.
    default:
      return { outcome: 'not-this-service', status: error.status ?? null };
  }
}
