/** Knows a question for a new connection that is put again, the answer lost with the background that had made it. */
import type { ConnectOutcome } from '../../contracts/connections.ts';
import type { Settings } from '../../contracts/settings.ts';
import { homeOf } from '../../core/connections/connections.ts';
import { memoryChoices } from '../../core/connections/memory-choices.ts';

export type NewConnection = { id: string; kind: 'key' | 'read-only'; baseUrl: string };

/** What was answered when the connection was made; null where it is still to be made. */
export function madeBefore(
  { id, kind, baseUrl }: NewConnection,
  settings: Settings,
): ConnectOutcome | null {
  const home = homeOf(settings, id);
  if (home === null) return null;
  const { connection, memories } = home;
  const isSame =
    connection.kind !== 'device' && connection.kind === kind && connection.baseUrl === baseUrl;
  if (!isSame) throw new Error('A new connection was given the id of another.');
  return { outcome: 'works', connectionId: id, memories: memoryChoices(memories) };
}
