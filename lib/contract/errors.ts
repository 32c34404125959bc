/**
 * Every failure a person can meet, as one closed union told apart by `code`.
 *
 * `memory.*` comes from the client of the service, `page.*` and `selection.*` from reading the page, `connection.*` from
 * the connection on this device, `consent.*` from connecting by consent, `message.*` from the messages between the
 * extension's own parts.
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
  /** The connection lacks it: one that only reads writes nothing, and the owner's work is done in the owner's app. */
  'memory.not-offered',
  /** The person took the browser's permission for the address back; nothing was sent. */
  'memory.not-permitted',
  'memory.rate-limited',
  'memory.turns-exhausted',
  'memory.server',
  'memory.unexpected',
] as const;

export const captureErrorCodes = [
  /** A page of the browser, a store or another extension, which no extension may read. */
  'page.restricted',
  /** The browser shows neither the page nor its address: it is closed to extensions, or a file that nobody allowed. */
  'page.unseen',
  /** Firefox shows the text of a page in its reader view, which no extension may read. */
  'page.reader-view',
  'page.pdf',
  /** The PDF holds pictures of text alone, as a scan does. */
  'pdf.no-text',
  /** It opens with a password only. */
  'pdf.encrypted',
  /** It is damaged, or it is none. */
  'pdf.broken',
  /** The browser lets the extension read it only where the person allows its site. */
  'pdf.not-permitted',
  /** It is a file of the device, and the browser lets the extension read those only where the person allows it. */
  'pdf.file-not-permitted',
  /** The page has no readable text. */
  'page.no-text',
  /** The page reports an error, such as that nothing is there, and the person was not looking at it. */
  'page.error',
  /** The readable text is larger than the service takes. */
  'page.too-large',
  /** The page was closed, replaced or emptied while it was read. */
  'page.gone',
  'selection.empty',
  /** The address is none that a service could read: not http or https, or longer than it takes. */
  'link.unusable',
  /** The memory is on this device, and the browser lets the extension read that site only where the person allows it. */
  'link.not-permitted',
] as const;

export const connectionErrorCodes = [
  /** No connection for the memory has been chosen yet. */
  'home.none',
  /** The connection on this device could not start. */
  'home.failed',
  /** The connection holds no Memory to save to. */
  'home.no-memory',
  /** The connection that something was saved for was removed. */
  'home.removed',
] as const;

/** What can go wrong between a service, its authorization server and the person's consent. */
export const consentErrorCodes = [
  'consent.unreachable',
  'consent.timeout',
  /** The address of the service may not be used: no web address, or plain http to another machine. */
  'consent.bad-address',
  /** The service does not say where a consent is to be had. */
  'consent.not-offered',
  /** The server lacks something without which Keepsake asks for no consent, such as PKCE. */
  'consent.unsupported',
  /** An address or an identity is not what it has to be; nothing was sent there. */
  'consent.untrusted',
  /** The browser shows one window for a consent at a time, and there is another. */
  'consent.busy',
  /** The person, or the server in their name, said no. */
  'consent.denied',
  /** No consent was being waited for, or not this one. */
  'consent.unknown',
  /** The server refused a request, for a reason that trying again would not change. */
  'consent.refused',
  /** The consent is over: it was withdrawn, or ran out. Only another one helps. */
  'consent.ended',
  /** The server fails or is busy. */
  'consent.server',
  'consent.malformed',
  /** The browser's storage did not keep or give what it was asked to. */
  'consent.storage',
] as const;

export const internalErrorCodes = [
  /** Storage of the browser is full or refuses to write. */
  'storage.failed',
  /** As much waits to be sent as may (`lib/outbox/storage.ts`). */
  'storage.full',
  /** A save that was to be changed is being sent, or was sent meanwhile. */
  'save.sent',
  /** The Memory has the very same text of the page as its newest version. */
  'save.unchanged',
  /** The person has kept the same words of the page before. */
  'selection.kept',
  /** The service took it, but could not fetch its address, or make its words findable. */
  'save.unlearned',
  'message.refused',
  'message.invalid',
  /** The background ended before it answered, also after being asked again. */
  'message.unanswered',
  'internal',
] as const;

export const memoryErrorSchema = z.object({
  code: z.enum(memoryErrorCodes),
  /** In the service's own words, or ours where it gave none. Never holds a credential or page text. */
  message: z.string(),
  /** HTTP status, where there was an answer. */
  status: z.optional(z.int()),
  details: z.optional(z.unknown()),
  retryable: z.boolean(),
  /** Quoted when a problem is reported to the service's operator. */
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

export const consentErrorSchema = z.object({
  code: z.enum(consentErrorCodes),
  /** Never holds a token, a code or a verifier. */
  message: z.string(),
  retryable: z.boolean(),
  /** The server's own word, such as `access_denied`. */
  reason: z.optional(z.string()),
  /** The origin that did not answer, which the person may have to allow first. */
  origin: z.optional(z.string()),
});
export type ConsentError = z.infer<typeof consentErrorSchema>;

export const connectionErrorSchema = z.object({
  code: z.enum(connectionErrorCodes),
  message: z.string(),
  retryable: z.boolean(),
});

export const internalErrorSchema = z.object({
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
