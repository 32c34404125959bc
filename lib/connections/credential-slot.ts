/** Only this module creates slots, so that each is bound to an origin. */
import {
  type Connection,
  type CredentialKind,
  type CredentialSlot,
  credentialSlotSchema,
  type KeyConnection,
  type ReadOnlyConnection,
  type SealedCredential,
} from './model.ts';

export function keySlot(connection: KeyConnection): CredentialSlot {
  return slot(connection, 'key');
}

/** Returns the slot of a key that is used only for Ask, at an agent endpoint. */
export function askKeySlot(connection: KeyConnection): CredentialSlot {
  return slot(connection, 'ask-key');
}

export function tokenSlot(connection: ReadOnlyConnection): CredentialSlot {
  return slot(connection, 'tokens');
}

/** Returns the slot of a pending consent, or of its tokens until the connection is stored. */
export function consentSlot(
  consent: { connectionId: string; resource: string },
  kind: 'tokens' | 'consent',
): CredentialSlot {
  const { connectionId, resource } = consent;
  return credentialSlotSchema.parse({ connectionId, origin: new URL(resource).origin, kind });
}

/** Creates the slot a row claims to be in; opening the row verifies the claim. */
export function slotOfRow(row: SealedCredential): CredentialSlot {
  return credentialSlotSchema.parse(row);
}

/** Returns an empty list for this device, which has no credentials. */
export function slotsOf(connection: Connection): CredentialSlot[] {
  if (connection.kind === 'device') return [];
  if (connection.kind === 'read-only') return [tokenSlot(connection)];
  return [keySlot(connection), askKeySlot(connection)];
}

/** Returns null if four characters would be a large part of the key. */
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
