/**
 * Every error that can be shown: `memory.*` from the service's client, `page.*`, `pdf.*`, `selection.*` and `link.*`
 * from reading, `connection.*` from connecting, `consent.*` from OAuth, `message.*` from messaging between the parts of
 * the extension.
 */
import * as z from 'zod/mini';

export const memoryErrorCodes = [
  'memory.unreachable',
  'memory.timeout',
  'memory.aborted',
  'memory.malformed',
  'memory.redirected',
  'memory.insecure',
  'memory.validation',
  'memory.unauthenticated',
  'memory.unauthorized',
  'memory.not-found',
  'memory.conflict',
  'memory.capability-unavailable',
  /** The account has as much as its quota allows. Only writes that add to it are refused. */
  'memory.quota-exceeded',
  /** The connection can't do this, because it's read-only or because only the owner's app can. */
  'memory.not-offered',
  /** The person revoked the browser's permission for the address; nothing was sent. */
  'memory.not-permitted',
  'memory.rate-limited',
  'memory.turns-exhausted',
  /** The daily limit of questions and new standing facts is reached. `details.retry_after` is the wait in seconds. */
  'memory.daily-limit',
  'memory.server',
  'memory.unexpected',
] as const;

export const captureErrorCodes = [
  /** A page that extensions can't read: a page of the browser, an extension store or another extension. */
  'page.restricted',
  /**
   * The browser reveals neither the page nor its address, because the page is restricted or a local file without
   * permission.
   */
  'page.unseen',
  /** Firefox's reader view, which extensions can't read. */
  'page.reader-view',
  'page.pdf',
  /** The PDF contains only images of text, like a scan. */
  'pdf.no-text',
  'pdf.encrypted',
  /** The PDF is damaged, or the file isn't a PDF. */
  'pdf.broken',
  'pdf.not-permitted',
  'pdf.file-not-permitted',
  'page.no-text',
  /** The page is an error page that the person wasn't looking at. */
  'page.error',
  /** The readable text is larger than the service accepts. */
  'page.too-large',
  /** The page was closed, replaced or emptied while it was being read. */
  'page.gone',
  'selection.empty',
  /** No service could read the address: it isn't http or https, or is too long. */
  'link.unusable',
  /** The service on this device doesn't have permission to fetch from this site. */
  'link.not-permitted',
] as const;

export const connectionErrorCodes = [
  'connection.none',
  /** The service on this device didn't start. */
  'connection.failed',
  'connection.no-memory',
  'connection.removed',
] as const;

/** Earlier names of connection error codes, which are still stored in outbox and batch rows. */
const earlierCodes: ReadonlyMap<string, string> = new Map([
  ['home.none', 'connection.none'],
  ['home.failed', 'connection.failed'],
  ['home.no-memory', 'connection.no-memory'],
  ['home.removed', 'connection.removed'],
]);

export const consentErrorCodes = [
  'consent.unreachable',
  'consent.timeout',
  /** The service's address can't be used: it isn't a web address, or is plain HTTP to another machine. */
  'consent.bad-address',
  /** The service doesn't name an authorization server. */
  'consent.not-offered',
  /** The server lacks a feature that Keepsake requires, such as PKCE. */
  'consent.unsupported',
  /** An address or identity isn't as expected, so nothing was sent to it. */
  'consent.untrusted',
  /** Another authorization window is open, and the browser shows only one at a time. */
  'consent.busy',
  'consent.denied',
  /** The response doesn't match a pending consent. */
  'consent.unknown',
  /** The server rejected a request, and a retry wouldn't help. */
  'consent.refused',
  /** The consent was revoked or has expired, so a new one is needed. */
  'consent.ended',
  'consent.server',
  'consent.malformed',
  'consent.storage',
] as const;

export const internalErrorCodes = [
  /** The browser's storage is full or can't be written. */
  'storage.failed',
  /** The outbox is full (`lib/outbox/storage.ts`). */
  'storage.full',
  /** The save is being sent or was already sent, so it can't be changed. */
  'save.sent',
  /** The newest version of the page in the Memory has the same text. */
  'save.unchanged',
  'selection.kept',
  /** The service accepted the item, but couldn't fetch its address or index it. */
  'save.unlearned',
  'message.refused',
  'message.invalid',
  /** The background stopped before it responded, even after retries. */
  'message.unanswered',
  'internal',
] as const;

export const memoryErrorSchema = z.object({
  code: z.enum(memoryErrorCodes),
  /** The message from the service or from Keepsake. Never contains a credential or page text. */
  message: z.string(),
  /** HTTP status, if there was a response. */
  status: z.optional(z.int()),
  details: z.optional(z.unknown()),
  retryable: z.boolean(),
  /** Identifies the request when reporting a problem to the service's admin. */
  traceId: z.optional(z.string()),
});
export type MemoryError = z.infer<typeof memoryErrorSchema>;
export type MemoryErrorCode = MemoryError['code'];

const plainFields = { message: z.string(), retryable: z.boolean() };

export const captureErrorSchema = z.object({ code: z.enum(captureErrorCodes), ...plainFields });
export type CaptureError = z.infer<typeof captureErrorSchema>;

const consentErrorSchema = z.object({
  code: z.enum(consentErrorCodes),
  /** Never contains a token, a code or a verifier. */
  message: z.string(),
  retryable: z.boolean(),
  /** The server's error code, such as `access_denied`. */
  reason: z.optional(z.string()),
  /** The origin that didn't respond, perhaps because permission is missing. */
  origin: z.optional(z.string()),
});
export type ConsentError = z.infer<typeof consentErrorSchema>;

// A pipe with a transform would know its output type, but adds 0.4 kB to every page.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const connectionCodeSchema = z
  .enum([...connectionErrorCodes, ...earlierCodes.keys()])
  .check(z.overwrite((code) => earlierCodes.get(code) ?? code)) as unknown as z.ZodMiniType<
  (typeof connectionErrorCodes)[number]
>;

const connectionErrorSchema = z.object({ code: connectionCodeSchema, ...plainFields });

const internalErrorSchema = z.object({ code: z.enum(internalErrorCodes), ...plainFields });

export const appErrorSchema = z.discriminatedUnion('code', [
  memoryErrorSchema,
  captureErrorSchema,
  connectionErrorSchema,
  consentErrorSchema,
  internalErrorSchema,
]);
export type AppError = z.infer<typeof appErrorSchema>;
export type AppErrorCode = AppError['code'];

/** Creates an error that doesn't come from the service. */
export function appError<Code extends AppErrorCode>(
  code: Code,
  message: string,
  retryable = false,
) {
  return { code, message, retryable };
}

/** Returns the delay in seconds that the service asked for; null if it didn't. */
export function retryAfterOf(error: AppError): number | null {
  return pauseSchema.safeParse(error).data?.details.retry_after ?? null;
}

const pauseSchema = z.object({ details: z.object({ retry_after: z.number() }) });

/** Returns whether the network might be the only problem. */
export function isOffline({ code }: AppError): boolean {
  return code === 'memory.unreachable' || code === 'memory.timeout';
}

/** Returns whether the service refused the credential. */
export function isRefusal({ code }: AppError): boolean {
  return code === 'memory.unauthorized' || code === 'memory.unauthenticated';
}

/** Returns whether the service might have carried out the request despite this error. */
export function leavesOutcomeUnknown({ code }: AppError): boolean {
  return leavingUnknown.has(code);
}

const leavingUnknown: ReadonlySet<AppError['code']> = new Set([
  'memory.unreachable',
  'memory.timeout',
  'memory.aborted',
  'memory.malformed',
  'memory.redirected',
  'memory.server',
]);

const transient: ReadonlySet<AppError['code']> = new Set([
  'memory.unreachable',
  'memory.timeout',
  'memory.server',
  'message.unanswered',
]);

/** Returns whether a retry might succeed once the service is reachable. */
export function isTransient({ code }: AppError): boolean {
  return transient.has(code);
}
