/**
 * Every error a person can meet: `memory.*` from the service's client, `page.*`, `pdf.*`,
 * `selection.*` and `link.*` from reading, `connection.*` from connecting, `consent.*` from OAuth,
 * `message.*` from messaging between the parts of the extension.
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
  /** The connection can't do this: it is read-only, or only the owner's app can. */
  'memory.not-offered',
  /** The person revoked the browser's permission for the address; nothing was sent. */
  'memory.not-permitted',
  'memory.rate-limited',
  'memory.turns-exhausted',
  'memory.server',
  'memory.unexpected',
] as const;

export const captureErrorCodes = [
  /** A page of the browser, a store or another extension, which extensions can't read. */
  'page.restricted',
  /** The browser reveals neither the page nor its address: it is restricted, or a local file without permission. */
  'page.unseen',
  /** Firefox's reader view, which extensions can't read. */
  'page.reader-view',
  'page.pdf',
  /** Only images of text, as in scans. */
  'pdf.no-text',
  /** It needs a password. */
  'pdf.encrypted',
  /** Damaged, or not a PDF. */
  'pdf.broken',
  /** Reading it needs permission for its site. */
  'pdf.not-permitted',
  /** Reading it needs permission for local files. */
  'pdf.file-not-permitted',
  'page.no-text',
  /** The page is an error page, and the person wasn't looking at it. */
  'page.error',
  /** The readable text is larger than the service accepts. */
  'page.too-large',
  /** The page was closed, replaced or emptied while it was read. */
  'page.gone',
  'selection.empty',
  /** A service couldn't read the address: not http or https, or too long. */
  'link.unusable',
  /** The service on this device would read the address, but has no permission for its site. */
  'link.not-permitted',
] as const;

export const connectionErrorCodes = [
  'connection.none',
  /** The service on this device didn't start. */
  'connection.failed',
  'connection.no-memory',
  /** The connection that something was saved for was removed. */
  'connection.removed',
] as const;

/** Former names of these codes in outbox and batch rows. */
const earlierCodes: ReadonlyMap<string, string> = new Map([
  ['home.none', 'connection.none'],
  ['home.failed', 'connection.failed'],
  ['home.no-memory', 'connection.no-memory'],
  ['home.removed', 'connection.removed'],
]);

export const consentErrorCodes = [
  'consent.unreachable',
  'consent.timeout',
  /** The address of the service can't be used: not a web address, or plain http to another machine. */
  'consent.bad-address',
  /** The service doesn't say where to authorize. */
  'consent.not-offered',
  /** The server lacks a feature that Keepsake requires, such as PKCE. */
  'consent.unsupported',
  /** An address or identity isn't the expected one; nothing was sent there. */
  'consent.untrusted',
  /** The browser shows one authorization window at a time, and another is open. */
  'consent.busy',
  /** The person or the server declined. */
  'consent.denied',
  /** The answer belongs to no pending consent. */
  'consent.unknown',
  /** The server refused a request, and a retry wouldn't change that. */
  'consent.refused',
  /** The consent was revoked or has expired. Only a new one helps. */
  'consent.ended',
  /** The server failed or is busy. */
  'consent.server',
  'consent.malformed',
  /** The browser's storage couldn't be read or written. */
  'consent.storage',
] as const;

export const internalErrorCodes = [
  /** The browser's storage is full or can't be written. */
  'storage.failed',
  /** The outbox is full (`lib/outbox/storage.ts`). */
  'storage.full',
  /** An edited save is being sent, or was sent in the meantime. */
  'save.sent',
  /** The newest version of the page in the Memory has the same text. */
  'save.unchanged',
  /** The same text of the page was saved before. */
  'selection.kept',
  /** The service accepted it, but couldn't fetch its address or index it. */
  'save.unlearned',
  'message.refused',
  'message.invalid',
  /** The background ended before it answered, even after retries. */
  'message.unanswered',
  'internal',
] as const;

export const memoryErrorSchema = z.object({
  code: z.enum(memoryErrorCodes),
  /** The service's own message, or ours. Never contains a credential or page text. */
  message: z.string(),
  /** HTTP status, if there was a response. */
  status: z.optional(z.int()),
  details: z.optional(z.unknown()),
  retryable: z.boolean(),
  /** To quote when reporting a problem to the service's admin. */
  traceId: z.optional(z.string()),
});
export type MemoryError = z.infer<typeof memoryErrorSchema>;
export type MemoryErrorCode = MemoryError['code'];

export const captureErrorSchema = z.object({
  code: z.enum(captureErrorCodes),
  message: z.string(),
  retryable: z.boolean(),
});
export type CaptureError = z.infer<typeof captureErrorSchema>;

const consentErrorSchema = z.object({
  code: z.enum(consentErrorCodes),
  /** Never contains a token, a code or a verifier. */
  message: z.string(),
  retryable: z.boolean(),
  /** The server's error code, such as `access_denied`. */
  reason: z.optional(z.string()),
  /** The origin that didn't answer, perhaps for lack of permission. */
  origin: z.optional(z.string()),
});
export type ConsentError = z.infer<typeof consentErrorSchema>;

// A pipe with a transform would know the type of its output, but weighs 0.4 kB on every page.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const connectionCodeSchema = z
  .enum([...connectionErrorCodes, ...earlierCodes.keys()])
  .check(z.overwrite((code) => earlierCodes.get(code) ?? code)) as unknown as z.ZodMiniType<
  (typeof connectionErrorCodes)[number]
>;

const connectionErrorSchema = z.object({
  code: connectionCodeSchema,
  message: z.string(),
  retryable: z.boolean(),
});

const internalErrorSchema = z.object({
  code: z.enum(internalErrorCodes),
  message: z.string(),
  retryable: z.boolean(),
});

export const appErrorSchema = z.discriminatedUnion('code', [
  memoryErrorSchema,
  captureErrorSchema,
  connectionErrorSchema,
  consentErrorSchema,
  internalErrorSchema,
]);
export type AppError = z.infer<typeof appErrorSchema>;
export type AppErrorCode = AppError['code'];

/** Makes an error of our own; a retry can't help unless it is `retryable`. */
export function appError<Code extends AppErrorCode>(
  code: Code,
  message: string,
  retryable = false,
) {
  return { code, message, retryable };
}

/** Whether the network may be the only problem. */
export function isOffline({ code }: AppError): boolean {
  return code === 'memory.unreachable' || code === 'memory.timeout';
}

/** Whether the service may have carried out the request despite this error. */
export function leavesOutcomeUnknown({ code }: AppError): boolean {
  switch (code) {
    case 'memory.unreachable':
    case 'memory.timeout':
    case 'memory.aborted':
    case 'memory.malformed':
    case 'memory.redirected':
    case 'memory.server':
      return true;
    default:
      return false;
  }
}

const transient: ReadonlySet<AppError['code']> = new Set([
  'memory.unreachable',
  'memory.timeout',
  'memory.server',
  'message.unanswered',
]);

/** Whether an error says nothing about the request itself, so that a retry can succeed once the service is reachable. */
export function isTransient({ code }: AppError): boolean {
  return transient.has(code);
}
