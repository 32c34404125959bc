import { Check } from 'lucide-react';
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import type { Reached } from '../connect/connect-form.tsx';
import { credentialTrouble, standingWithdrawals } from '../connect/standing.ts';
import { useHome } from '../hooks/use-home.ts';
import { connectionWords as words } from '../words/connections.ts';

export type ReachedWordsProps = { reached: Reached; list: ConnectionList };

/** That a connection works, what is in reach of it and where saves go, for as long as all of it is so. */
export function ReachedWords({ reached, list }: ReachedWordsProps) {
  const { state } = useHome();
  const { connectionId, memories } = reached;
  const view = list.connections.find(({ connection }) => connection.id === connectionId);
  if (view === undefined || credentialTrouble(view) !== null) return null;
  if (standingWithdrawals(view).length > 0) return null;
  const home = state.status === 'ready' && state.home.connectionId === connectionId && state.home;
  const saveTo =
    home && home.kind === 'key'
      ? (home.memories.find(({ id }) => id === home.chosenMemoryId) ?? home.memories[0])
      : undefined;
  return (
    <>
      <Check size={18} aria-hidden="true" />
      <span dir="auto">
        {words.works(memories.map(({ name }) => name))}
        {saveTo === undefined ? null : ` ${words.savesGo(saveTo.name)}`}
      </span>
    </>
  );
}
