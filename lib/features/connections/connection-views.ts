/** The person's connections as the settings page shows them. */
import type { Connection, ConnectionView, CredentialSlot } from '../../contracts/connections.ts';
import type { HomeStatus } from '../../contracts/messages.ts';
import { slotsOf } from '../../core/connections/credential-slot.ts';
import { originsOf } from '../../core/connections/origins.ts';
import type { ConnectionPorts } from './ports.ts';

type ViewPorts = Pick<ConnectionPorts, 'settings' | 'vault' | 'withdrawals' | 'isGranted'>;

/** Every connection with what may be told of its credentials, and what was withdrawn from them. */
export async function listConnections(ports: ViewPorts): Promise<ConnectionView[]> {
  const { homes, activeId } = await ports.settings.read();
  return Promise.all(
    homes.map(async ({ connection, memories }) => {
      const slots = await Promise.all(slotsOf(connection).map((slot) => look(slot, ports)));
      return {
        connection,
        isActive: connection.id === activeId,
        notPermitted: await notPermitted(connection, ports),
        memories,
        credentials: slots.flatMap(({ view }) => view ?? []),
        withdrawn: slots.flatMap(({ withdrawn }) => withdrawn),
      };
    }),
  );
}

/** What a connection as a whole may no longer do: for Ask, its second key counts where it has one. */
export async function withdrawnFrom(
  connection: Connection,
  ports: Pick<ViewPorts, 'vault' | 'withdrawals'>,
): Promise<HomeStatus['withdrawn']> {
  const slots = await Promise.all(slotsOf(connection).map((slot) => look(slot, ports)));
  const hasAskKey = slots.some(({ view }) => view?.kind === 'ask-key');
  return slots
    .flatMap(({ withdrawn }) => withdrawn)
    .filter(({ kind, access }) => !(hasAskKey && kind === 'key' && access === 'ask'))
    .map(({ kind, access, error, at }) => ({
      access: kind === 'ask-key' ? 'ask' : access,
      error,
      at,
    }));
}

/** Where only the issuer's answer is missing, its own word tells: many let every origin in. */
async function notPermitted(
  connection: Connection,
  { isGranted }: Pick<ViewPorts, 'isGranted'>,
): Promise<string[]> {
  if (connection.kind === 'device') return [];
  if (await isGranted(new URL(connection.baseUrl).origin)) return [];
  return originsOf(connection);
}

/** What was withdrawn counts for the credential that stands there now, not for one before it. */
async function look(
  slot: CredentialSlot,
  { vault, withdrawals }: Pick<ViewPorts, 'vault' | 'withdrawals'>,
) {
  const kept = await vault.look(slot);
  const standing = await withdrawals.ofConnection(slot.connectionId);
  const own = standing.filter(({ credentialId }) => credentialId === kept?.id);
  const { kind } = slot;
  return {
    view: kept?.view ?? null,
    withdrawn: own.map(({ access, error, at }) => ({ kind, access, error, at })),
  };
}
