/** The session that servers of the revisions before 2026-07-28 open by a handshake. */
import { isSuccess } from '../attempt.ts';
import type { Heard, Sending } from './exchange.ts';
import { legacyVersions, readChosenVersion, type ClientInfo, type Message } from './messages.ts';

export interface Session {
  readonly version: string;
  /** Null where the server keeps no sessions. */
  readonly id: string | null;
}

/** Where it did not open, what the server said instead. */
export type Opened =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly heard: Heard };

export type Post = (
  message: Message,
  terms: Pick<Sending, 'headers' | 'token' | 'signal'> & { readonly isNotification?: boolean },
) => Promise<Heard>;

/** Shakes hands; a caller's signal has no part in it, since others may wait for the same session. */
export async function openSession(
  post: Post,
  token: string | null,
  client: ClientInfo,
): Promise<Opened> {
  const [protocolVersion] = legacyVersions;
  const params = { protocolVersion, capabilities: {}, clientInfo: client };
  const terms = { token, signal: undefined };
  const heard = await post({ method: 'initialize', params }, { ...terms, headers: {} });
  if (heard.reply?.kind !== 'result') return { ok: false, heard };
  const version = readChosenVersion(heard.reply.result);
  // What it said to this message must not be read as its answer to a tool.
  if (version === null) return { ok: false, heard: { ...heard, reply: null } };
  const session: Session = { version, id: heard.sessionId };
  const told = await post(
    { method: 'notifications/initialized', params: {} },
    { ...terms, headers: sessionHeaders(session), isNotification: true },
  );
  const isTold = told.outcome.kind === 'answered' && isSuccess(told.outcome.status);
  return isTold ? { ok: true, session } : { ok: false, heard: told };
}

/** Headers of every request within a session. */
export function sessionHeaders({ version, id }: Session): Record<string, string> {
  return {
    'MCP-Protocol-Version': version,
    ...(id === null ? {} : { 'Mcp-Session-Id': id }),
  };
}

/** Whether the server no longer knows the session, or forgot that it had one. */
export function isSessionOver({ outcome }: Heard, { id }: Session): boolean {
  if (outcome.kind === 'failed') return false;
  return outcome.status === 404 || (outcome.status === 400 && id === null);
}
