/** One message sent to an MCP server, and its reply. */
import { attempt, isSuccess, type AttemptOptions, type AttemptOutcome } from '../attempt.ts';
import { isRecord } from '../shapes/json.ts';
import { withoutSecret } from '../redaction.ts';
import {
  modernErrors,
  modernVersion,
  offersLegacy,
  readReply,
  writeMessage,
  type Message,
  type Reply,
} from './messages.ts';
import { replyReader } from './reply-body.ts';

export type ExchangeOptions = Omit<AttemptOptions, 'credential' | 'readBody'> & {
  readonly url: string;
};

export interface Sending {
  readonly message: Message;
  /** Null for a notification, which has no reply. */
  readonly id: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | null;
  readonly signal: AbortSignal | undefined;
}

/** What came of it, on HTTP's level and on the protocol's. */
export interface Heard {
  readonly outcome: AttemptOutcome;
  /** Null where the answer held none. */
  readonly reply: Reply | null;
  readonly sessionId: string | null;
}

/** Sends the message once. */
export async function exchange(
  { message, id, headers, token, signal }: Sending,
  options: ExchangeOptions,
): Promise<Heard> {
  const seen: { sessionId: string | null } = { sessionId: null };
  const prepared = {
    method: 'POST' as const,
    url: options.url,
    body: writeMessage(message, id),
    headers: { Accept: 'application/json, text/event-stream', ...headers },
  };
  const outcome = await attempt(
    prepared,
    {
      ...options,
      credential: () => Promise.resolve(token),
      ...(id === null ? {} : { readBody: replyReader(id) }),
      fetch: async (request) => {
        const response = await options.fetch(request);
        seen.sessionId = response.headers.get('mcp-session-id');
        return response;
      },
    },
    signal,
  );
  if (id === null || outcome.kind === 'failed' || outcome.body.kind !== 'json') {
    return { outcome, reply: null, ...seen };
  }
  const reply = readReply(outcome.body.value, id);
  const isError = reply?.kind === 'error' || isToolError(reply);
  // An answer that says 200 may be a refusal too, and quote what it refused.
  const value = isError && token !== null ? withoutSecret(outcome.body.value, token) : null;
  return { outcome, reply: value === null ? reply : readReply(value, id), ...seen };
}

/** Headers of a request in the modern revision, which repeat what its body says. */
export function modernHeaders({ method, params }: Message): Record<string, string> {
  const name = params['name'];
  return {
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
  };
}

/** Whether a server did not understand a modern request, as one does that wants a handshake first. */
export function wantsHandshake({ outcome, reply }: Heard): boolean {
  if (outcome.kind === 'failed') return false;
  if (reply?.kind === 'error') {
    if (reply.code === modernErrors.unsupportedVersion) return offersLegacy(reply.data);
    if (Object.values<number>(modernErrors).includes(reply.code)) return false;
    if (isSuccess(outcome.status)) return handshakeErrors.has(reply.code);
    // The modern revision answers an unknown method with 404 and this code.
    if (outcome.status === 404 && reply.code === -32_601) return false;
  }
  return handshakeStatuses.has(outcome.status);
}

const handshakeStatuses: ReadonlySet<number> = new Set([400, 404, 405, 406, 422]);
/** With 200: not a valid request, unknown method, not initialized, no such session. */
const handshakeErrors: ReadonlySet<number> = new Set([-32_600, -32_601, -32_000, -32_001, -32_002]);

function isToolError(reply: Reply | null): boolean {
  return reply?.kind === 'result' && isRecord(reply.result) && reply.result['isError'] === true;
}
