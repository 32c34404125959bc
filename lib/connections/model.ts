import * as z from 'zod/mini';
import { appError, type AppError, memoryErrorSchema } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { hash32 } from '../text/hash32.ts';
import { originPattern } from '../url/origins.ts';

/** Milliseconds since the epoch. */
const timestamp = z.number();

/** The service's address without `/v1`. Checked again before a credential is sent there. */
const serviceAddressSchema = z.url({ protocol: /^https?$/ });

const serviceFields = {
  id: z.string(),
  baseUrl: serviceAddressSchema,
  name: z.string(),
  createdAt: timestamp,
};

/** Needs no credential, because the device service responds only to this extension. */
const deviceConnectionSchema = z.object({
  id: z.string(),
  kind: z.literal('device'),
  createdAt: timestamp,
});
export type DeviceConnection = z.infer<typeof deviceConnectionSchema>;

const keyConnectionSchema = z.object({
  ...serviceFields,
  kind: z.literal('key'),
  /** Whose library it is, in the person's words, because the contract doesn't provide this. */
  owner: z.nullable(z.string()),
  /** Whether a second key was entered for Ask. A session key might have expired since. */
  hasAskKey: z.optional(z.boolean()),
  /** Whether the first key can be used for Ask, so that no second key is needed. */
  keyAsks: z.optional(z.boolean()),
});
export type KeyConnection = z.infer<typeof keyConnectionSchema>;

/** A connection over MCP with OAuth. */
const readOnlyConnectionSchema = z.object({
  ...serviceFields,
  kind: z.literal('read-only'),
  /** The protected resource the tokens are for. */
  resource: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.array(z.string()),
});
export type ReadOnlyConnection = z.infer<typeof readOnlyConnectionSchema>;

/** A connection's address never changes; for a different address, add a new connection. */
const connectionSchema = z.discriminatedUnion('kind', [
  deviceConnectionSchema,
  keyConnectionSchema,
  readOnlyConnectionSchema,
]);
export type Connection = z.infer<typeof connectionSchema>;
export type ConnectionKind = Connection['kind'];
export const connectionKindSchema = z.enum(['device', 'key', 'read-only']);

/** `ask-key` is for an agent endpoint; `consent` is a pending authorization. */
export const credentialKindSchema = z.enum(['key', 'ask-key', 'tokens', 'consent']);
export type CredentialKind = z.infer<typeof credentialKindSchema>;

/** Binds a credential to its connection and origin. Only `credential-slot.ts` creates slots. */
export const credentialSlotSchema = z
  .object({ connectionId: z.string(), origin: z.string(), kind: credentialKindSchema })
  .brand<'CredentialSlot'>();
export type CredentialSlot = z.infer<typeof credentialSlotSchema>;

/** Kept until removed, or until the browser closes. */
export const credentialLifetimeSchema = z.enum(['persistent', 'session']);
export type CredentialLifetime = z.infer<typeof credentialLifetimeSchema>;

/** The details of a credential that the vault reveals. */
const credentialViewSchema = z.object({
  kind: credentialKindSchema,
  /** Null for tokens and short keys. */
  lastFour: z.nullable(z.string()),
  storedAt: timestamp,
  until: credentialLifetimeSchema,
  /** Whether the credential can't be decrypted and must be entered again, for example after a profile was restored. */
  isLost: z.boolean(),
});
export type CredentialView = z.infer<typeof credentialViewSchema>;

/** Operations for which a service can reject a credential (contract, section 5). */
const accessSchema = z.enum(['all', 'profile', 'write', 'delete', 'ask']);
export type Access = z.infer<typeof accessSchema>;

/** Access that a service has withdrawn. Only the person can lift a withdrawal. */
export const withdrawalSchema = z.object({
  /** A key that replaces this credential has another id. */
  credentialId: z.string(),
  connectionId: z.string(),
  access: accessSchema,
  error: memoryErrorSchema,
  at: timestamp,
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export const memoryChoiceSchema = z.object({ id: z.string(), name: z.string() });
export type MemoryChoice = z.infer<typeof memoryChoiceSchema>;

const keyTroubleSchema = z.discriminatedUnion('outcome', [
  /** The address isn't a web address, or contains a user name or password. */
  z.object({ outcome: z.literal('bad-address') }),
  /** The address uses plain HTTP to another machine. */
  z.object({ outcome: z.literal('insecure-address') }),
  /** The key is empty, or contains characters that no key has. */
  z.object({ outcome: z.literal('bad-key') }),
  z.object({ outcome: z.literal('not-permitted'), origin: z.string() }),
  z.object({ outcome: z.literal('unreachable') }),
  z.object({ outcome: z.literal('timeout') }),
  /** The response isn't from a memory service. */
  z.object({ outcome: z.literal('not-this-service'), status: z.nullable(z.int()) }),
  /** The service responded with 401 or 403. */
  z.object({ outcome: z.literal('refused'), error: memoryErrorSchema }),
  z.object({ outcome: z.literal('service-trouble'), error: memoryErrorSchema }),
]);
export type KeyTrouble = z.infer<typeof keyTroubleSchema>;

/** Nothing is stored unless the outcome is `works`. */
export const connectOutcomeSchema = z.union([
  z.object({
    outcome: z.literal('works'),
    connectionId: z.string(),
    memories: z.array(memoryChoiceSchema),
  }),
  keyTroubleSchema,
]);
export type ConnectOutcome = z.infer<typeof connectOutcomeSchema>;

export const waitingSchema = z.object({
  connectionId: z.string(),
  /** Number of items that will be sent automatically. */
  underWay: z.int(),
  /** Number of paused or refused items, which are kept until the person acts. */
  stopped: z.int(),
  movable: z.array(z.string()),
});
export type Waiting = z.infer<typeof waitingSchema>;

export const connectionViewSchema = z.object({
  connection: connectionSchema,
  isActive: z.boolean(),
  notPermitted: z.array(z.string()),
  memories: z.array(memoryChoiceSchema),
  credentials: z.array(credentialViewSchema),
  withdrawn: z.array(
    z.object({
      kind: credentialKindSchema,
      ...z.omit(withdrawalSchema, { credentialId: true, connectionId: true }).shape,
    }),
  ),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

export const storedMemorySchema = z.object({
  ...memoryChoiceSchema.shape,
  /** Missing in lists stored before Memories had hues. */
  hue: z.optional(z.int()),
});
type StoredMemory = z.infer<typeof storedMemorySchema>;

export const storedConnectionSchema = z.object({
  connection: connectionSchema,
  /** The Memories last listed, stored so that the popup doesn't wait for the service. */
  memories: z.array(storedMemorySchema),
  chosenMemoryId: z.nullable(z.string()),
});
export type StoredConnection = z.infer<typeof storedConnectionSchema>;

const storedConnectionsSchema = z.object({
  connections: z.array(storedConnectionSchema),
  /** Null before a connection is chosen, and after the active connection is removed. */
  activeId: z.nullable(z.string()),
});
export type StoredConnections = z.infer<typeof storedConnectionsSchema>;

export const noConnections: StoredConnections = { connections: [], activeId: null };

export function activeConnection(stored: StoredConnections): StoredConnection | null {
  return findConnection(stored, stored.activeId);
}

export function findConnection(
  { connections }: StoredConnections,
  connectionId: string | null,
): StoredConnection | null {
  return connections.find(({ connection }) => connection.id === connectionId) ?? null;
}

/** Adds the connection and makes it active. A known connection is updated, but never moved to another address. */
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

/** Adds the connection, and makes it active only if no connection is active. */
export function addAside(stored: StoredConnections, connection: Connection): StoredConnections {
  const added = addConnection(stored, connection);
  return activeConnection(stored) === null ? added : { ...added, activeId: stored.activeId };
}

function isSamePlace(kept: Connection, connection: Connection): boolean {
  if (kept.kind === 'device' || connection.kind === 'device') return kept.kind === connection.kind;
  return kept.kind === connection.kind && kept.baseUrl === connection.baseUrl;
}

/** Ignores an unknown id. */
export function chooseConnection(
  stored: StoredConnections,
  connectionId: string,
): StoredConnections {
  const isKnown = findConnection(stored, connectionId) !== null;
  return isKnown ? { ...stored, activeId: connectionId } : stored;
}

/** Only this device can replace the active connection: saves must not go to a service the person didn't choose. */
export function removeConnection(
  stored: StoredConnections,
  connectionId: string,
): StoredConnections {
  const connections = stored.connections.filter(({ connection }) => connection.id !== connectionId);
  if (stored.activeId !== connectionId) return { ...stored, connections };
  const device = connections.find(({ connection }) => connection.kind === 'device');
  return { connections, activeId: device?.connection.id ?? null };
}

/** Stores the listed Memories, and chooses the first if the chosen Memory is missing. */
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

export function chooseMemory(
  stored: StoredConnections,
  connectionId: string,
  memoryId: string,
): StoredConnections {
  return changeConnection(stored, connectionId, (kept) => ({ ...kept, chosenMemoryId: memoryId }));
}

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

/** Uses the Memory's current name, because it might have been renamed since the item was saved. */
export function withStoredName<Item extends Destination>(
  item: Item,
  stored: StoredConnections,
): Item {
  return withCurrentName(item, findConnection(stored, item.connectionId)?.memories ?? []);
}

/** Like `withStoredName`, given the connection's Memories. */
export function withCurrentName<Item extends Pick<Destination, 'container'>>(
  item: Item,
  memories: readonly MemoryChoice[],
): Item {
  const { container } = item;
  const known = memories.find(({ id }) => id === container.id);
  if (known === undefined || known.name === container.name) return item;
  return { ...item, container: { id: known.id, name: known.name } };
}

export function hasRenamedMemory(before: StoredConnections, after: StoredConnections): boolean {
  return after.connections.some(({ connection, memories }) => {
    const known = findConnection(before, connection.id)?.memories ?? [];
    const names = new Map(known.map(({ id, name }) => [id, name]));
    return memories.some(({ id, name }) => (names.get(id) ?? name) !== name);
  });
}

/** Maximum Memories to choose from, because the whole list is read whenever a page opens. */
const mostMemories = 1_000;

export function memoryChoices(listed: readonly MemoryChoice[]): MemoryChoice[] {
  return listed.slice(0, mostMemories).map(({ id, name }) => ({ id, name }));
}

/** The colors are in `components/ui/memory-hue.ts`. */
export const hueCount = 12;

/** Coprime with the number of hues, so that stepping visits every hue and skips similar neighbors. */
const step = 5;

/** Returns a name's hue, regardless of case and Unicode normalization. */
export function hueOfName(name: string): number {
  return (hash32(name.normalize('NFC').toLowerCase()) >>> 8) % hueCount;
}

/** Keeps a Memory's hue or picks a free one. Hues are shared only if there are more Memories than hues. */
export function withHues(
  memories: readonly MemoryChoice[],
  before: readonly StoredMemory[],
): StoredMemory[] {
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

/** Returns the origins of the service and its authorization server. */
export function originsOf(connection: Connection): string[] {
  if (connection.kind === 'device') return [];
  const own = new URL(connection.baseUrl).origin;
  if (connection.kind === 'key' || !URL.canParse(connection.issuer)) return [own];
  return [...new Set([own, new URL(connection.issuer).origin])];
}

export function unneededOrigins(
  origins: readonly string[],
  { connections }: StoredConnections,
): string[] {
  const needed = new Set(
    connections.flatMap(({ connection }) => originsOf(connection)).map(originPattern),
  );
  return [...new Set(origins)].filter((origin) => !needed.has(originPattern(origin)));
}

/** Rows from earlier versions contain `forget` and `browser-closes`. */
const storedLifetimeSchema = z.pipe(
  z.enum(['persistent', 'session', 'forget', 'browser-closes']),
  z.transform((stored): CredentialLifetime => {
    if (stored === 'forget') return 'persistent';
    return stored === 'browser-closes' ? 'session' : stored;
  }),
);

/** Binary parts are base64, so that both storage areas can hold them. */
export const sealedCredentialSchema = z.object({
  connectionId: z.string(),
  kind: credentialKindSchema,
  /** The claimed origin, which opening the seal verifies. */
  origin: z.string(),
  /** Differs for every stored credential, even in the same slot. */
  credentialId: z.string(),
  iv: z.string(),
  sealed: z.string(),
  lastFour: z.nullable(z.string()),
  storedAt: z.number(),
  until: storedLifetimeSchema,
});
export type SealedCredential = z.infer<typeof sealedCredentialSchema>;

export type Destination = { connectionId: string; container: MemoryChoice };

/** `memoryId` is null for the Memory chosen last. */
export function destinationOf(
  stored: StoredConnections,
  memoryId: string | null,
): Result<Destination, AppError> {
  const active = activeConnection(stored);
  if (active === null) return err(noConnection);
  const { connection, memories, chosenMemoryId } = active;
  if (connection.kind === 'read-only') return err(onlyReads);
  const container = memories.find(({ id }) => id === (memoryId ?? chosenMemoryId));
  if (container === undefined) return err(noMemory);
  return ok({ connectionId: connection.id, container });
}

export const onlyReads = appError('memory.not-offered', 'This connection is read-only.');

export const noMemory = appError('connection.no-memory', 'Create a Memory to save to first.');

export const noSuchConnection = appError('connection.none', 'This connection was removed.');

export const noConnection = appError('connection.none', 'Set up a connection first.');
