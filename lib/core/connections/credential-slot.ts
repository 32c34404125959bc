/** Where the credentials of a connection stand: the only maker of slots, so that each is bound to an origin. */
import {
  type Connection,
  type CredentialKind,
  type CredentialSlot,
  credentialSlotSchema,
  type KeyConnection,
  type ReadOnlyConnection,
} from '../../contracts/connections.ts';

export function keySlot(connection: KeyConnection): CredentialSlot {
  return slot(connection, 'key');
}

/** The second key, of an agent endpoint, for Ask alone. */
export function askKeySlot(connection: KeyConnection): CredentialSlot {
  return slot(connection, 'ask-key');
}

export function tokenSlot(connection: ReadOnlyConnection): CredentialSlot {
  return slot(connection, 'tokens');
}

/** Where what a consent yields, or is still waiting for, stands before the connection is kept. */
export function consentSlot(
  consent: { connectionId: string; resource: string },
  kind: 'tokens' | 'consent',
): CredentialSlot {
  const { connectionId, resource } = consent;
  return credentialSlotSchema.parse({ connectionId, origin: new URL(resource).origin, kind });
}

/** The slot that a stored row says it was sealed for; whether that is true shows when it is opened. */
export function slotOfRow({
  connectionId,
  origin,
  kind,
}: {
  connectionId: string;
  origin: string;
  kind: CredentialKind;
}): CredentialSlot {
  return credentialSlotSchema.parse({ connectionId, origin, kind });
}

/** Every slot a connection has; the home on this device has none. */
export function slotsOf(connection: Connection): CredentialSlot[] {
  switch (connection.kind) {
    case 'device':
      return [];
    case 'key':
      return [keySlot(connection), askKeySlot(connection)];
    case 'read-only':
      return [tokenSlot(connection)];
  }
}

/** The last four characters, where they are no great part of the whole. */
export function lastFourOf(secret: string): string | null {
  return secret.length >= 16 ? secret.slice(-4) : null;
}

function slot(
  connection: KeyConnection | ReadOnlyConnection,
  kind: CredentialKind,
): CredentialSlot {
  const { origin } = new URL(connection.baseUrl);
  return credentialSlotSchema.parse({ connectionId: connection.id, origin, kind });
}
