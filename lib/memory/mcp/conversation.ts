/**
 * Attempts at tool calls: finds out which era of MCP the server speaks, opens a session where one is needed, and gets
 * the reply.
 *
 * The modern revision is tried first: a background that sleeps after half a minute would otherwise begin each of its
 * short lives with a handshake.
 */
import type { MemoryError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { isSuccess, type AttemptOutcome } from '../attempt.ts';
import { runWithin } from '../deadline.ts';
import type { ToolCall } from '../operations.ts';
import type { Access } from './access.ts';
import {
  exchange,
  modernHeaders,
  wantsHandshake,
  type ExchangeOptions,
  type Heard,
} from './exchange.ts';
import { describeSelf, type ClientInfo, type Message } from './messages.ts';
import {
  isSessionOver,
  openSession,
  sessionHeaders,
  type Opened,
  type Post,
  type Session,
} from './session.ts';
import { readToolReply } from './tool-answer.ts';

export interface ConversationOptions extends ExchangeOptions {
  readonly access: Access;
  readonly client: ClientInfo;
}

export interface Conversation {
  /** Calls the tool once; what it answers is told as REST would tell it. */
  callTool(tool: ToolCall, signal: AbortSignal | undefined): Promise<AttemptOutcome>;
}

/** Makes the conversation with one server. */
export function createConversation(options: ConversationOptions): Conversation {
  let lastId = 0;
  let session: Session | null = null;
  let opening: Promise<Opened> | null = null;

  const post: Post = (message, { isNotification = false, ...terms }) => {
    lastId += 1;
    return exchange({ ...terms, message, id: isNotification ? null : lastId }, options);
  };

  return {
    callTool: async (tool, signal) => {
      const { access } = options;
      const token = await within(access.token(), signal);
      if (!token.ok) return token.error;
      const outcome = await converse(tool, token.value, signal);
      const isStale = outcome.kind === 'answered' && outcome.status === 401;
      if (!isStale || token.value === null || access.renew === undefined) return outcome;
      const renewed = await within(access.renew(token.value), signal);
      return renewed.ok ? converse(tool, renewed.value, signal) : renewed.error;
    },
  };

  async function converse(
    tool: ToolCall,
    token: string | null,
    signal: AbortSignal | undefined,
  ): Promise<AttemptOutcome> {
    const message: Message = { method: 'tools/call', params: { ...tool } };
    const terms = { token, signal };
    const ask = (spoken: Session) => post(message, { ...terms, headers: sessionHeaders(spoken) });

    const known = session;
    if (known !== null) {
      const heard = await ask(known);
      if (!isSessionOver(heard, known)) return tell(heard);
      // Another call may have begun a new session by now.
      if (session === known) session = null;
    } else {
      const headers = modernHeaders(message);
      const heard = await post(describeSelf(message, options.client), { ...terms, headers });
      if (!wantsHandshake(heard)) return tell(heard);
    }
    const opened: Result<Session, AttemptOutcome> =
      session === null ? await open(token, signal) : ok(session);
    return opened.ok ? tell(await ask(opened.value)) : opened.error;
  }

  /** One handshake for all that need it at once; each waits for it no longer than its own caller does. */
  async function open(
    token: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Result<Session, AttemptOutcome>> {
    opening ??= openSession(post, token, options.client).finally(() => {
      opening = null;
    });
    const shared = opening;
    const { sleep, timeoutMs } = options;
    // Two messages, each with a timeout of its own.
    const ended = await runWithin(() => shared, { sleep, timeoutMs: 2 * timeoutMs, signal });
    if (ended.by !== 'done') return err(overdue(ended.by));
    if (!ended.value.ok) return err(tell(ended.value.heard));
    ({ session } = ended.value);
    return ok(session);
  }

  async function within<T>(
    given: Promise<Result<T, MemoryError>>,
    signal: AbortSignal | undefined,
  ): Promise<Result<T, AttemptOutcome>> {
    const { sleep, timeoutMs } = options;
    const ended = await runWithin(() => given, { sleep, timeoutMs, signal });
    if (ended.by !== 'done') return err(overdue(ended.by));
    if (ended.value.ok) return ended.value;
    const { code, message } = ended.value.error;
    return err({ kind: 'failed', code, message });
  }
}

function overdue(by: 'timeout' | 'abort'): AttemptOutcome {
  return { kind: 'failed', code: by === 'abort' ? 'memory.aborted' : 'memory.timeout' };
}

/** HTTP's word counts where it is a refusal that has nothing to do with the tool, the protocol's everywhere else. */
function tell({ outcome, reply }: Heard): AttemptOutcome {
  if (outcome.kind === 'failed') return outcome;
  const { status } = outcome;
  if (isSuccess(status)) {
    return reply === null ? { kind: 'failed', code: 'memory.malformed' } : readToolReply(reply);
  }
  if (reply !== null && (status === 400 || status === 404)) return readToolReply(reply);
  // Whether an item exists is said by a tool; an address that says it is no such server.
  if (status === 404 || status === 405) return { kind: 'failed', code: 'memory.malformed' };
  if (reply?.kind !== 'error') return outcome;
  return { ...outcome, body: { kind: 'json', value: reply.data ?? { message: reply.message } } };
}
