/**
 * Calls MCP tools. Tries the modern revision first, because the background restarts often and each start would need a
 * handshake.
 */
import type { MemoryError } from '../../contract/errors.ts';
import { type AsyncResult, err, ok, type Result } from '../../contract/result.ts';
import {
  isSuccess,
  type AttemptOutcome,
  runWithin,
  attempt,
  type AttemptOptions,
  withoutSecret,
} from '../attempt.ts';
import type { ToolCall } from '../operations.ts';
import {
  describeSelf,
  type ClientInfo,
  type Message,
  legacyVersions,
  readChosenVersion,
  modernErrors,
  modernVersion,
  offersLegacy,
  readReply,
  writeMessage,
  type Reply,
  replyReader,
} from './messages.ts';
import { readToolReply } from './tool-reply.ts';
import { isRecord } from '../json.ts';

interface ConversationOptions extends ExchangeOptions {
  readonly access: Access;
  readonly client: ClientInfo;
}

interface ToolCallOptions {
  /** Whether the call can be sent again if the reply doesn't show whether the tool ran. */
  readonly mayRunTwice: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Returns a function that calls a tool, with the same outcome as REST. */
export function createConversation(options: ConversationOptions) {
  let lastId = 0;
  let session: Session | null = null;
  let opening: Promise<Opened> | null = null;

  const post: Post = (message, { isNotification = false, ...terms }) => {
    lastId += 1;
    return exchange({ ...terms, message, id: isNotification ? null : lastId }, options);
  };

  return async (tool: ToolCall, callOptions: ToolCallOptions): Promise<AttemptOutcome> => {
    const { access } = options;
    const { signal } = callOptions;
    const token = await within(tokenFrom(access.token()), signal);
    if (!token.ok) return token.error;
    const outcome = await converse(tool, token.value, callOptions);
    const isStale = outcome.kind === 'answered' && outcome.status === 401;
    if (!isStale || token.value === null || access.renew === undefined) return outcome;
    const renewed = await within(tokenFrom(access.renew(token.value)), signal);
    return renewed.ok ? converse(tool, renewed.value, callOptions) : renewed.error;
  };

  async function converse(
    tool: ToolCall,
    token: string | null,
    { mayRunTwice, signal }: ToolCallOptions,
  ): Promise<AttemptOutcome> {
    const message: Message = { method: 'tools/call', params: { ...tool } };
    const terms = { token, signal };
    const ask = (current: Session) => post(message, { ...terms, headers: sessionHeaders(current) });

    const known = session;
    if (known !== null) {
      const response = await ask(known);
      if (!isSessionOver(response, known)) return toOutcome(response);
      // Another call might have opened a new session meanwhile.
      if (session === known) session = null;
    } else {
      const headers = modernHeaders(message);
      const response = await post(describeSelf(message, options.client), { ...terms, headers });
      if (!wantsHandshake(response)) return toOutcome(response);
      if (!mayRunTwice && mayHaveRun(response)) {
        // Open the session for the next call only: this call might have run, so only the person can repeat it.
        await open(token, signal);
        return toOutcome(response);
      }
    }
    const opened: Opened = session === null ? await open(token, signal) : ok(session);
    return opened.ok ? toOutcome(await ask(opened.value)) : opened.error;
  }

  /** All callers share one handshake. Each waits only as long as its own signal and timeout allow. */
  async function open(token: string | null, signal: AbortSignal | undefined): Promise<Opened> {
    opening ??= openSession(post, token, options.client).finally(() => {
      opening = null;
    });
    // A handshake is two messages, each with its own timeout.
    const opened = await within(opening, signal, 2 * options.timeoutMs);
    if (opened.ok) session = opened.value;
    return opened;
  }

  async function within<T>(
    given: AsyncResult<T, AttemptOutcome>,
    signal: AbortSignal | undefined,
    timeoutMs = options.timeoutMs,
  ): AsyncResult<T, AttemptOutcome> {
    const ended = await runWithin(() => given, { sleep: options.sleep, timeoutMs, signal });
    if (ended.by === 'done') return ended.value;
    const code = ended.by === 'abort' ? 'memory.aborted' : 'memory.timeout';
    return err({ kind: 'failed', code });
  }
}

async function tokenFrom<T>(given: AsyncResult<T, MemoryError>): AsyncResult<T, AttemptOutcome> {
  const token = await given;
  return token.ok
    ? token
    : err({ kind: 'failed', code: token.error.code, message: token.error.message });
}

/** Returns the HTTP status if it's an error unrelated to the tool, otherwise the JSON-RPC reply. */
function toOutcome({ outcome, reply }: McpReply): AttemptOutcome {
  if (outcome.kind === 'failed') return outcome;
  const { status } = outcome;
  if (isSuccess(status)) {
    return reply === null ? { kind: 'failed', code: 'memory.malformed' } : readToolReply(reply);
  }
  if (reply !== null && (status === 400 || status === 404)) return readToolReply(reply);
  // Only a tool can report that an item doesn't exist. Here, 404 means that this isn't an MCP server.
  if (status === 404 || status === 405) return { kind: 'failed', code: 'memory.malformed' };
  if (reply?.kind !== 'error') return outcome;
  return { ...outcome, body: { kind: 'json', value: reply.data ?? { message: reply.message } } };
}

export interface Access {
  /** Returns the current bearer token; null if the service needs none. Called before every attempt. */
  token(): AsyncResult<string | null, MemoryError>;
  /** Returns a new token after the service rejected the stale one. Undefined for keys, which can't be refreshed. */
  renew?(stale: string): AsyncResult<string, MemoryError>;
}

interface Session {
  readonly version: string;
  /** Null if the server has no session ids. */
  readonly id: string | null;
}

type Opened = Result<Session, AttemptOutcome>;

type Post = (
  message: Message,
  terms: Pick<Sending, 'headers' | 'token' | 'signal'> & { readonly isNotification?: boolean },
) => Promise<McpReply>;

/** Ignores the callers' signals, because several calls might wait for the same session. */
async function openSession(post: Post, token: string | null, client: ClientInfo): Promise<Opened> {
  const [protocolVersion] = legacyVersions;
  const params = { protocolVersion, capabilities: {}, clientInfo: client };
  const terms = { token, signal: undefined };
  const response = await post({ method: 'initialize', params }, { ...terms, headers: {} });
  if (response.reply?.kind !== 'result') return err(toOutcome(response));
  const version = readChosenVersion(response.reply.result);
  // The reply to this message must not be read as the result of a tool call.
  if (version === null) return err(toOutcome({ ...response, reply: null }));
  const session: Session = { version, id: response.sessionId };
  const confirmed = await post(
    { method: 'notifications/initialized', params: {} },
    { ...terms, headers: sessionHeaders(session), isNotification: true },
  );
  const isOpen = confirmed.outcome.kind === 'answered' && isSuccess(confirmed.outcome.status);
  return isOpen ? ok(session) : err(toOutcome(confirmed));
}

function sessionHeaders({ version, id }: Session): Record<string, string> {
  return {
    'MCP-Protocol-Version': version,
    ...(id === null ? {} : { 'Mcp-Session-Id': id }),
  };
}

/** Returns whether the server no longer knows the session, or requires a session. */
function isSessionOver({ outcome }: McpReply, { id }: Session): boolean {
  if (outcome.kind === 'failed') return false;
  return outcome.status === 404 || (outcome.status === 400 && id === null);
}

type ExchangeOptions = Omit<AttemptOptions, 'credential' | 'readBody'> & {
  readonly url: string;
};

interface Sending {
  readonly message: Message;
  /** Null for a notification, which has no reply. */
  readonly id: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | null;
  readonly signal: AbortSignal | undefined;
}

interface McpReply {
  readonly outcome: AttemptOutcome;
  readonly reply: Reply | null;
  readonly sessionId: string | null;
}

async function exchange(
  { message, id, headers, token, signal }: Sending,
  options: ExchangeOptions,
): Promise<McpReply> {
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
  // Even a 200 response may be an error that quotes the token.
  const value = isError && token !== null ? withoutSecret(outcome.body.value, token) : null;
  return { outcome, reply: value === null ? reply : readReply(value, id), ...seen };
}

export function modernHeaders({ method, params }: Message): Record<string, string> {
  const name = params['name'];
  return {
    'MCP-Protocol-Version': modernVersion,
    'Mcp-Method': method,
    ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
  };
}

/** Returns whether a server didn't understand a modern request because it requires a handshake first. */
function wantsHandshake({ outcome, reply }: McpReply): boolean {
  if (outcome.kind === 'failed') return false;
  if (reply?.kind === 'error') {
    if (reply.code === modernErrors.unsupportedVersion) return offersLegacy(reply.data);
    if (Object.values<number>(modernErrors).includes(reply.code)) return false;
    if (isSuccess(outcome.status)) return handshakeErrors.has(reply.code);
    // In the modern revision, the reply to an unknown method is 404 with this code.
    if (outcome.status === 404 && reply.code === -32_601) return false;
  }
  return handshakeStatuses.has(outcome.status);
}

/** Returns whether the tool might have run: servers use generic codes for their own failures, such as a timeout. */
function mayHaveRun({ outcome, reply }: McpReply): boolean {
  return (
    outcome.kind === 'answered' &&
    isSuccess(outcome.status) &&
    reply?.kind === 'error' &&
    !refusedCodes.has(reply.code)
  );
}

/** Codes for an invalid request and an unknown method: the tool can't have run. */
const refusedCodes: ReadonlySet<number> = new Set([-32_600, -32_601]);

const handshakeStatuses: ReadonlySet<number> = new Set([400, 404, 405, 406, 422]);
/** Codes sent with status 200: invalid request, unknown method, not initialized, no such session. */
const handshakeErrors: ReadonlySet<number> = new Set([-32_600, -32_601, -32_000, -32_001, -32_002]);

function isToolError(reply: Reply | null): boolean {
  return reply?.kind === 'result' && isRecord(reply.result) && reply.result['isError'] === true;
}
