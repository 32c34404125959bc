/** Connections: what is stored of them, what may be shown of their credentials, and the rules for changing them. Pure. */
import * as z from 'zod/mini';
import { type AppError, memoryErrorSchema } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { hash32 } from '../text/hash32.ts';
import { originPattern } from '../url/origins.ts';

/** Milliseconds since the epoch. */
const timestamp = z.number();

/** Address of a service without `/v1`; checked again before a credential is sent there. */
const serviceAddressSchema = z.string().check(
  z.refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  }),
);

const serviceFields = {
  id: z.string(),
  baseUrl: serviceAddressSchema,
  /** The name the person gave it. */
  name: z.string(),
  createdAt: timestamp,
};

/** The service on this device. It needs no credential: it answers this extension only. */
const deviceConnectionSchema = z.object({
  id: z.string(),
  kind: z.literal('device'),
  createdAt: timestamp,
});
export type DeviceConnection = z.infer<typeof deviceConnectionSchema>;

const keyConnectionSchema = z.object({
  ...serviceFields,
  kind: z.literal('key'),
  /** Whose memory it is, as the person put it: the contract offers no way to ask the service. */
  owner: z.nullable(z.string()),
  /** A second key was entered for Ask. If it was for the session, it may be gone. */
  hasAskKey: z.optional(z.boolean()),
  /** The first key was able to ask, so that no second one is needed. */
  keyAsks: z.optional(z.boolean()),
});
export type KeyConnection = z.infer<typeof keyConnectionSchema>;

/** Authorized in the browser: OAuth over MCP. */
const readOnlyConnectionSchema = z.object({
  ...serviceFields,
  kind: z.literal('read-only'),
  /** The protected resource that the tokens are for. */
  resource: z.string(),
  issuer: z.string(),
  /** As registered with the issuer. */
  clientId: z.string(),
  scopes: z.array(z.string()),
});
export type ReadOnlyConnection = z.infer<typeof readOnlyConnectionSchema>;

/** A connection. Its address never changes: another address is another connection. */
const connectionSchema = z.discriminatedUnion('kind', [
  deviceConnectionSchema,
  keyConnectionSchema,
  readOnlyConnectionSchema,
]);
export type Connection = z.infer<typeof connectionSchema>;
export type ConnectionKind = Connection['kind'];
export const connectionKindSchema = z.enum(['device', 'key', 'read-only']);

/** `ask-key` is the second key, of an agent endpoint; `consent` is an authorization still to be completed. */
export const credentialKindSchema = z.enum(['key', 'ask-key', 'tokens', 'consent']);
export type CredentialKind = z.infer<typeof credentialKindSchema>;

/**
 * Where one credential is stored. Only `credential-slot.ts` makes slots, so that a credential is bound to its connection
 * and origin, and found by both or not at all.
 */
export const credentialSlotSchema = z
  .object({ connectionId: z.string(), origin: z.string(), kind: credentialKindSchema })
  .brand<'CredentialSlot'>();
export type CredentialSlot = z.infer<typeof credentialSlotSchema>;

/** How long a credential is kept: until the person removes it, or until the browser closes. */
export const credentialLifetimeSchema = z.enum(['persistent', 'session']);
export type CredentialLifetime = z.infer<typeof credentialLifetimeSchema>;

/** Everything that leaves the vault about a credential. */
const credentialViewSchema = z.object({
  kind: credentialKindSchema,
  /** Null for tokens and for short keys, of which four characters would give away too much. */
  lastFour: z.nullable(z.string()),
  storedAt: timestamp,
  until: credentialLifetimeSchema,
  /** It can't be decrypted any more, for example after a profile was restored. The person must enter it again. */
  isLost: z.boolean(),
});
export type CredentialView = z.infer<typeof credentialViewSchema>;

/** The kinds of operation that a service can refuse a credential (contract, section 5). */
const accessSchema = z.enum(['all', 'profile', 'write', 'delete', 'ask']);
export type Access = z.infer<typeof accessSchema>;

/** Access that the service withdrew. Only the person can lift the withdrawal. */
export const withdrawalSchema = z.object({
  /** Of the credential stored at the time; a key that replaces it has another id. */
  credentialId: z.string(),
  connectionId: z.string(),
  access: accessSchema,
  /** The service's own error, with its trace id. */
  error: memoryErrorSchema,
  at: timestamp,
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

const keyTroubleSchema = z.discriminatedUnion('outcome', [
  /** Not a web address, or one with a user name or password. */
  z.object({ outcome: z.literal('bad-address') }),
  /** Plain http to another machine. */
  z.object({ outcome: z.literal('insecure-address') }),
  /** Empty, or with characters that a key can't have. */
  z.object({ outcome: z.literal('bad-key') }),
  /** The person has not granted access to this origin. */
  z.object({ outcome: z.literal('not-permitted'), origin: z.string() }),
  z.object({ outcome: z.literal('unreachable') }),
  z.object({ outcome: z.literal('timeout') }),
  /** Something else answered; `status` if known. */
  z.object({ outcome: z.literal('not-this-service'), status: z.nullable(z.int()) }),
  /** 401 or 403. */
  z.object({ outcome: z.literal('refused'), error: memoryErrorSchema }),
  /** The right kind of service, but it failed or is busy. */
  z.object({ outcome: z.literal('service-trouble'), error: memoryErrorSchema }),
]);
export type KeyTrouble = z.infer<typeof keyTroubleSchema>;

/** The outcome of an attempt to connect. Nothing is stored unless it `works`. */
export const connectOutcomeSchema = z.union([
  z.object({
    outcome: z.literal('works'),
    connectionId: z.string(),
    memories: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  keyTroubleSchema,
]);
export type ConnectOutcome = z.infer<typeof connectOutcomeSchema>;

/** Saves that still wait for a connection. */
export const waitingSchema = z.object({
  connectionId: z.string(),
  /** Will be sent without the person doing anything. */
  underWay: z.int(),
  /** Paused or refused: kept until the person acts. */
  stopped: z.int(),
  /** The ids of those that can be moved to another connection. */
  movable: z.array(z.string()),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** A connection as the settings show it. */
export const connectionViewSchema = z.object({
  connection: connectionSchema,
  isActive: z.boolean(),
  /** Origins it needs that Keepsake has no permission for. */
  notPermitted: z.array(z.string()),
  memories: z.array(z.object({ id: z.string(), name: z.string() })),
  credentials: z.array(credentialViewSchema),
  withdrawn: z.array(
    z.object({
      kind: credentialKindSchema,
      ...z.omit(withdrawalSchema, { credentialId: true, connectionId: true }).shape,
    }),
  ),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

export const memoryChoiceSchema = z.object({ id: z.string(), name: z.string() });
/** A Memory and its name. */
export type MemoryChoice = z.infer<typeof memoryChoiceSchema>;

export const keptMemorySchema = z.object({
  ...memoryChoiceSchema.shape,
  /** Its colour; missing in lists stored before Memories had one. */
  hue: z.optional(z.int()),
});
/** A Memory of a stored connection. */
type KeptMemory = z.infer<typeof keptMemorySchema>;

export const storedConnectionSchema = z.object({
  connection: connectionSchema,
  /** As listed last, so that the popup doesn't wait for the service. */
  memories: z.array(keptMemorySchema),
  chosenMemoryId: z.nullable(z.string()),
});
/** A connection with the Memories it was last known to have. */
export type StoredConnection = z.infer<typeof storedConnectionSchema>;

const storedConnectionsSchema = z.object({
  connections: z.array(storedConnectionSchema),
  /** Null before a connection is chosen, and after the chosen one is removed. */
  activeId: z.nullable(z.string()),
});
export type StoredConnections = z.infer<typeof storedConnectionsSchema>;

export const noConnections: StoredConnections = { connections: [], activeId: null };

/** The active connection; null if there is none. */
export function activeConnection({
  connections,
  activeId,
}: StoredConnections): StoredConnection | null {
  return connections.find(({ connection }) => connection.id === activeId) ?? null;
}

export function findConnection(
  { connections }: StoredConnections,
  connectionId: string,
): StoredConnection | null {
  return connections.find(({ connection }) => connection.id === connectionId) ?? null;
}

/**
 * Adds the connection and makes it the active one. A known connection is updated, but never moved to another address:
 * that is another connection.
 */
export function addConnection(
  stored: StoredConnections,
  connection: Connection,
): StoredConnections {
  const activeId = connection.id;
  if (findConnection(stored, connection.id) === null) {
    const kept = { connection, memories: [], chosenMemoryId: null };
    return { connections: [...stored.connections, kept], activeId };
  }
  const updated = changeConnection(stored, connection.id, (kept) =>
    isSamePlace(kept.connection, connection) ? { ...kept, connection } : kept,
  );
  return { ...updated, activeId };
}

/** Adds the connection, and makes it the active one only if there is none. */
export function addAside(stored: StoredConnections, connection: Connection): StoredConnections {
  const added = addConnection(stored, connection);
  return activeConnection(stored) === null ? added : { ...added, activeId: stored.activeId };
}

function isSamePlace(kept: Connection, connection: Connection): boolean {
  if (kept.kind === 'device' || connection.kind === 'device') return kept.kind === connection.kind;
  return kept.kind === connection.kind && kept.baseUrl === connection.baseUrl;
}

/** Makes a connection the active one; an unknown id changes nothing. */
export function chooseConnection(
  stored: StoredConnections,
  connectionId: string,
): StoredConnections {
  return findConnection(stored, connectionId) === null
    ? stored
    : { ...stored, activeId: connectionId };
}

/**
 * Removes a connection. If it was active, this device becomes active; without a device connection none is until the
 * person chooses, since saves must not start going to a service by themselves.
 */
export function removeConnection(
  stored: StoredConnections,
  connectionId: string,
): StoredConnections {
  const connections = stored.connections.filter(({ connection }) => connection.id !== connectionId);
  if (stored.activeId !== connectionId) return { ...stored, connections };
  const device = connections.find(({ connection }) => connection.kind === 'device');
  return { connections, activeId: device?.connection.id ?? null };
}

/** Replaces the Memories of a connection. If the chosen one is gone, the first is chosen. */
export function withMemories(
  stored: StoredConnections,
  connectionId: string,
  memories: MemoryChoice[],
): StoredConnections {
  return changeConnection(stored, connectionId, (kept) => {
    const isThere = memories.some(({ id }) => id === kept.chosenMemoryId);
    const chosenMemoryId = isThere ? kept.chosenMemoryId : (memories[0]?.id ?? null);
    return { ...kept, memories: withHues(memories, kept.memories), chosenMemoryId };
  });
}

/** Sets the Memory that saves to this connection go to. */
export function chooseMemory(
  stored: StoredConnections,
  connectionId: string,
  memoryId: string,
): StoredConnections {
  return changeConnection(stored, connectionId, (kept) => ({ ...kept, chosenMemoryId: memoryId }));
}

/** Records whether the connection has a second key for Ask, or whether the first key can ask. */
export function withKeyFacts(
  stored: StoredConnections,
  connectionId: string,
  facts: Pick<KeyConnection, 'hasAskKey' | 'keyAsks'>,
): StoredConnections {
  return changeConnection(stored, connectionId, (kept) =>
    kept.connection.kind === 'key'
      ? { ...kept, connection: { ...kept.connection, ...facts } }
      : kept,
  );
}

function changeConnection(
  stored: StoredConnections,
  connectionId: string,
  change: (kept: StoredConnection) => StoredConnection,
): StoredConnections {
  const connections = stored.connections.map((kept) =>
    kept.connection.id === connectionId ? change(kept) : kept,
  );
  return { ...stored, connections };
}

type InMemory = { connectionId: string; container: MemoryChoice };

/** Updates the Memory's name on an item: its owner can rename a Memory after something was saved there. */
export function withStoredName<Item extends InMemory>(item: Item, stored: StoredConnections): Item {
  return withCurrentName(item, findConnection(stored, item.connectionId)?.memories ?? []);
}

/** The same, given the Memories of the item's connection. */
export function withCurrentName<Item extends Pick<InMemory, 'container'>>(
  item: Item,
  memories: readonly MemoryChoice[],
): Item {
  const { container } = item;
  const known = memories.find(({ id }) => id === container.id);
  if (known === undefined || known.name === container.name) return item;
  return { ...item, container: { id: known.id, name: known.name } };
}

/** Whether a Memory has another name than before. */
export function hasRenamedMemory(before: StoredConnections, after: StoredConnections): boolean {
  return after.connections.some(({ connection, memories }) => {
    const known = findConnection(before, connection.id)?.memories ?? [];
    const names = new Map(known.map(({ id, name }) => [id, name]));
    return memories.some(({ id, name }) => (names.get(id) ?? name) !== name);
  });
}

/** More than anyone chooses from. Every surface reads this list first, so it must stay small. */
const mostMemories = 1_000;

/** Picks the Memories to offer out of those a service lists. */
export function memoryChoices(listed: readonly MemoryChoice[]): MemoryChoice[] {
  return listed.slice(0, mostMemories).map(({ id, name }) => ({ id, name }));
}

/** The colours are in `components/ui/memory-hue.ts`. */
export const hueCount = 12;

/** Coprime with the number of hues, so that stepping visits each one and skips similar neighbours. */
const step = 5;

/** The default hue of a name, whatever its case and Unicode form. */
export function hueOfName(name: string): number {
  return (hash32(name.normalize('NFC').toLowerCase()) >>> 8) % hueCount;
}

/**
 * Assigns each Memory a hue: the one it had before, even if it was renamed, or else one that no other has. Two share a
 * hue only if there are more Memories than hues.
 */
export function withHues(
  memories: readonly MemoryChoice[],
  before: readonly KeptMemory[],
): KeptMemory[] {
  const had = new Map(before.map(({ id, hue }) => [id, hue]));
  const taken = new Set(memories.map(({ id }) => had.get(id)));
  return memories.map((memory) => {
    let hue = had.get(memory.id);
    if (hue === undefined) {
      hue = hueOfName(memory.name);
      for (let tries = 0; taken.has(hue) && tries < hueCount; tries += 1) {
        hue = (hue + step) % hueCount;
      }
      taken.add(hue);
    }
    return { ...memory, hue };
  });
}

/** The origins a connection sends requests to: its service and its authorization server. None for this device. */
export function originsOf(connection: Connection): string[] {
  if (connection.kind === 'device') return [];
  const own = new URL(connection.baseUrl).origin;
  if (connection.kind === 'key' || !URL.canParse(connection.issuer)) return [own];
  return [...new Set([own, new URL(connection.issuer).origin])];
}

/** Picks the origins whose permission no connection needs. */
export function unneededOrigins(
  origins: readonly string[],
  { connections }: StoredConnections,
): string[] {
  const needed = new Set(
    connections.flatMap(({ connection }) => originsOf(connection)).map(originPattern),
  );
  return [...new Set(origins)].filter((origin) => !needed.has(originPattern(origin)));
}

/** How long a stored credential is kept. Rows of earlier versions say `forget` and `browser-closes`. */
const storedLifetimeSchema = z.pipe(
  z.enum(['persistent', 'session', 'forget', 'browser-closes']),
  z.transform((stored): CredentialLifetime => {
    if (stored === 'forget') return 'persistent';
    return stored === 'browser-closes' ? 'session' : stored;
  }),
);

/** A row of the vault. Binary parts are base64, so that both kinds of storage can hold it. */
export const sealedCredentialSchema = z.object({
  connectionId: z.string(),
  kind: credentialKindSchema,
  /** A claim, which opening the seal verifies. */
  origin: z.string(),
  /** Different for every stored credential, also in the same slot. */
  credentialId: z.string(),
  iv: z.string(),
  sealed: z.string(),
  lastFour: z.nullable(z.string()),
  storedAt: z.number(),
  until: storedLifetimeSchema,
});
export type SealedCredential = z.infer<typeof sealedCredentialSchema>;

/** Where a save goes: a Memory of the active connection. */
export type Destination = { connectionId: string; container: MemoryChoice };

/** Gives the destination; `memoryId` is null for the Memory chosen last. Fails if nothing can be saved there. */
export function destinationOf(
  stored: StoredConnections,
  memoryId: string | null,
): Result<Destination, AppError> {
  const active = activeConnection(stored);
  if (active === null) return err(noDestination);
  const { connection, memories, chosenMemoryId } = active;
  if (connection.kind === 'read-only') return err(onlyReads);
  const container = memories.find(({ id }) => id === (memoryId ?? chosenMemoryId));
  if (container === undefined) return err(noMemory);
  return ok({ connectionId: connection.id, container });
}

const noDestination: AppError = {
  code: 'connection.none',
  message: 'Choose where your memory lives before you save.',
  retryable: false,
};

const onlyReads: AppError = {
  code: 'memory.not-offered',
  message: 'You consented to reading alone, so nothing can be saved to this memory.',
  retryable: false,
};

const noMemory: AppError = {
  code: 'connection.no-memory',
  message: 'Create a Memory to save to first.',
  retryable: false,
};

/** The answer to every question while there is no active connection. */
export const noConnection: AppError = {
  code: 'connection.none',
  message: 'Choose first where your memory lives.',
  retryable: false,
};
