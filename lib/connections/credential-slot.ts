/** Only this module makes slots, so that each is bound to an origin. */
import {
  type Connection,
  type CredentialKind,
  type CredentialSlot,
  credentialSlotSchema,
  type KeyConnection,
  type ReadOnlyConnection,
} from './model.ts';

export function keySlot(connection: KeyConnection): CredentialSlot {
  return slot(connection, 'key');
}

/** For Ask only: the key of an agent endpoint. */
export function askKeySlot(connection: KeyConnection): CredentialSlot {
  return slot(connection, 'ask-key');
}

export function tokenSlot(connection: ReadOnlyConnection): CredentialSlot {
  return slot(connection, 'tokens');
}

/** A pending consent or its tokens, before the connection is stored. */
export function consentSlot(
  consent: { connectionId: string; resource: string },
  kind: 'tokens' | 'consent',
): CredentialSlot {
  const { connectionId, resource } = consent;
  return credentialSlotSchema.parse({ connectionId, origin: new URL(resource).origin, kind });
}

/** Claimed by the row; opening it verifies the claim. */
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

/** None for this device. */
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

/** Null if four characters would be a large part of the key. */
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
