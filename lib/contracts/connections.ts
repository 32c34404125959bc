/**
 * The homes of a person's memory, what is known of their credentials, and what came of connecting one. Nothing here is
 * secret.
 */
import * as z from 'zod/mini';
import { memoryErrorSchema } from './errors.ts';

/** Milliseconds since the epoch. */
const timestamp = z.number();

/** Address of a service without `/v1`; whether a credential may go there is asked again at every request. */
const serviceAddressSchema = z.string().check(
  z.refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  }),
);

const serviceFields = {
  id: z.string(),
  baseUrl: serviceAddressSchema,
  /** What the person calls it. */
  name: z.string(),
  createdAt: timestamp,
};

/** The home on this device needs no credential: being the extension is enough. */
export const deviceConnectionSchema = z.object({
  id: z.string(),
  kind: z.literal('device'),
  createdAt: timestamp,
});
export type DeviceConnection = z.infer<typeof deviceConnectionSchema>;

export const keyConnectionSchema = z.object({
  ...serviceFields,
  kind: z.literal('key'),
  /** Whose memory it is, in the person's words; the contract offers no way to ask the service. */
  owner: z.nullable(z.string()),
  /** A second key was given for Ask, which may have gone with the browser since. */
  hasAskKey: z.optional(z.boolean()),
  /** A question was answered with the first key, so that a second would bring nothing. */
  keyAsks: z.optional(z.boolean()),
});
export type KeyConnection = z.infer<typeof keyConnectionSchema>;

/** Consented to in the browser: OAuth over MCP. */
export const readOnlyConnectionSchema = z.object({
  ...serviceFields,
  kind: z.literal('read-only'),
  /** Identifier of the protected resource the tokens are for. */
  resource: z.string(),
  issuer: z.string(),
  /** As registered with the issuer. */
  clientId: z.string(),
  scopes: z.array(z.string()),
});
export type ReadOnlyConnection = z.infer<typeof readOnlyConnectionSchema>;

/** A home of the person's memory. Its address never changes: another address is another connection. */
export const connectionSchema = z.discriminatedUnion('kind', [
  deviceConnectionSchema,
  keyConnectionSchema,
  readOnlyConnectionSchema,
]);
export type Connection = z.infer<typeof connectionSchema>;
export type ConnectionKind = Connection['kind'];
export const connectionKindSchema = z.enum(['device', 'key', 'read-only']);

/** `ask-key` is the second, agent-endpoint key; `consent` is one in the browser that is being waited for. */
export const credentialKindSchema = z.enum(['key', 'ask-key', 'tokens', 'consent']);
export type CredentialKind = z.infer<typeof credentialKindSchema>;

/**
 * The place of one credential, made from a connection by `lib/core/connections/credential-slot.ts` alone: a credential
 * belongs to a connection and to the origin it was given for, and is found by both or not at all.
 */
export const credentialSlotSchema = z
  .object({ connectionId: z.string(), origin: z.string(), kind: credentialKindSchema })
  .brand<'CredentialSlot'>();
export type CredentialSlot = z.infer<typeof credentialSlotSchema>;

/** How long a credential is kept: until the person forgets it, or until the browser closes. */
export const keptUntilSchema = z.enum(['forget', 'browser-closes']);
export type KeptUntil = z.infer<typeof keptUntilSchema>;

/** All that anyone outside the vault is told of a credential. */
export const credentialViewSchema = z.object({
  kind: credentialKindSchema,
  /** Null where so short a key would be half told by them, and for tokens. */
  lastFour: z.nullable(z.string()),
  storedAt: timestamp,
  until: keptUntilSchema,
  /** It stands there but can no longer be read, as after a profile was restored; the person gives it anew. */
  isLost: z.boolean(),
});
export type CredentialView = z.infer<typeof credentialViewSchema>;

/** What a credential may be refused: one kind of operation, or with `all` everything (contract, section 5). */
export const accessSchema = z.enum(['all', 'profile', 'write', 'delete', 'ask']);
export type Access = z.infer<typeof accessSchema>;

/** An access that the service withdrew. Only the person's word undoes it. */
export const withdrawalSchema = z.object({
  /** Of the credential as it was stored then; another key is another credential. */
  credentialId: z.string(),
  connectionId: z.string(),
  access: accessSchema,
  /** As the service put it, with its trace id. */
  error: memoryErrorSchema,
  at: timestamp,
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

const keyTroubleSchema = z.discriminatedUnion('outcome', [
  /** No address of the web, or one with a user name or password in it. */
  z.object({ outcome: z.literal('bad-address') }),
  /** Plain http to another machine. */
  z.object({ outcome: z.literal('insecure-address') }),
  /** Blank, or with characters that no key can have. */
  z.object({ outcome: z.literal('bad-key') }),
  /** The person has not allowed the extension to reach this origin. */
  z.object({ outcome: z.literal('not-permitted'), origin: z.string() }),
  z.object({ outcome: z.literal('unreachable') }),
  z.object({ outcome: z.literal('timeout') }),
  /** Something answered, but not as a Personal Memory Service does; `status` where it is known. */
  z.object({ outcome: z.literal('not-this-service'), status: z.nullable(z.int()) }),
  /** 401 or 403. */
  z.object({ outcome: z.literal('refused'), error: memoryErrorSchema }),
  /** It is such a service, but fails or is busy now. */
  z.object({ outcome: z.literal('service-trouble'), error: memoryErrorSchema }),
]);
export type KeyTrouble = z.infer<typeof keyTroubleSchema>;

/** What came of trying a key. Anything is stored with `works` alone. */
export const connectOutcomeSchema = z.union([
  z.object({
    outcome: z.literal('works'),
    connectionId: z.string(),
    memories: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  keyTroubleSchema,
]);
export type ConnectOutcome = z.infer<typeof connectOutcomeSchema>;

/** How much of what was saved still waits for a connection. */
export const waitingSchema = z.object({
  connectionId: z.string(),
  /** On their way, and going on by themselves. */
  underWay: z.int(),
  /** Kept until the person acts: paused or refused. */
  stopped: z.int(),
  /** Ids of those that can be moved to another connection. */
  movable: z.array(z.string()),
});
export type Waiting = z.infer<typeof waitingSchema>;

/** A connection as the settings page shows it. */
export const connectionViewSchema = z.object({
  connection: connectionSchema,
  isActive: z.boolean(),
  /** Origins it needs that the browser does not let Keepsake reach, as where the person took the permission back. */
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
