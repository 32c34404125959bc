import * as z from 'zod/mini';
import { isRecord } from '../json.ts';
import { parseJson, readAnswerBody, readBytes } from '../answer-body.ts';
import type { ReadBody } from '../attempt.ts';

/** The revision without sessions: every request carries the version and the client's details. */
export const modernVersion = '2026-07-28';
/** Revisions that begin with a handshake, newest first. */
export const legacyVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

export type ClientInfo = Readonly<Record<'name' | 'version', string>>;

export interface Message {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type Reply =
  | { readonly kind: 'result'; readonly result: unknown }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly message: string;
      readonly data: unknown;
    };

/** Error codes that only servers of the modern revision use, so they understood the request as one. */
export const modernErrors = {
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const;

/** With a null `id`, writes a notification. */
export function writeMessage({ method, params }: Message, id: number | null): string {
  return JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params });
}

/** Adds the metadata that the modern revision requires in every request. */
export function describeSelf({ method, params }: Message, client: ClientInfo): Message {
  return {
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': modernVersion,
        'io.modelcontextprotocol/clientInfo': client,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
}

/** Null if the value isn't the reply to the request with this id. An error can come without an id. */
export function readReply(value: unknown, id: number): Reply | null {
  if (!isRecord(value)) return null;
  const hasId = value['id'] === id || value['id'] === String(id);
  if (hasId && Object.hasOwn(value, 'result')) return { kind: 'result', result: value['result'] };
  const hasNoId = value['id'] === undefined || value['id'] === null;
  if (!hasId && !hasNoId) return null;
  const error = rpcErrorSchema.safeParse(value['error']);
  if (!error.success) return null;
  const { code, message, data } = error.data;
  return { kind: 'error', code, message: message ?? '', data };
}

/** The revision a server chose in its `initialize` result; null if this client doesn't support it. */
export function readChosenVersion(result: unknown): string | null {
  const version = isRecord(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'string' && legacyVersions.includes(version) ? version : null;
}

/** Whether a server that refused the modern revision supports one with a handshake that this client speaks. */
export function offersLegacy(data: unknown): boolean {
  const supported = isRecord(data) ? data['supported'] : undefined;
  return (
    Array.isArray(supported) &&
    supported.some((version) => legacyVersions.includes(String(version)))
  );
}

const rpcErrorSchema = z.looseObject({
  code: z.number(),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
});

/** Reads a stream only up to the reply. */
export function replyReader(id: number): ReadBody {
  return (response, maxBytes, signal) => {
    const type = response.headers.get('content-type') ?? '';
    return /^\s*text\/event-stream\b/i.test(type)
      ? readEvents(id)(response, maxBytes, signal)
      : readAnswerBody(response, maxBytes, signal);
  };
}

function readEvents(id: number): ReadBody {
  return async (response, maxBytes, signal) => {
    const readEvent = createEventReader();
    const found: { value?: unknown } = {};
    const look = (text: string) => {
      for (const data of readEvent(text)) {
        const value = parseJson(data);
        // Earlier events are progress notifications, or requests that this client doesn't support.
        if (Object.hasOwn(found, 'value') || readReply(value, id) === null) continue;
        found.value = value;
      }
      return Object.hasOwn(found, 'value');
    };
    const decoder = new TextDecoder();
    const read = await readBytes(response, {
      maxBytes,
      signal,
      isEnough: (piece) => look(decoder.decode(piece, { stream: true })),
    });
    // An event cut short by the end of the stream can still be complete JSON.
    if (look(`${decoder.decode()}\n\n`)) {
      return { kind: 'json', value: found.value };
    }
    return { kind: read === 'too-large' ? 'too-large' : 'broken' };
  };
}

/** Parses the event stream format of the HTML standard, of which only `data` matters here. */
function createEventReader(): (text: string) => string[] {
  let rest: string[] = [];
  let data: string[] = [];

  function endLine(line: string, complete: string[]) {
    if (line === '') {
      if (data.length > 0) complete.push(data.join('\n'));
      data = [];
    } else if (line === 'data' || line.startsWith('data:')) {
      data.push(line.slice('data:'.length).replace(/^ /, ''));
    }
  }

  return (text) => {
    const complete: string[] = [];
    let from = 0;
    for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
      rest.push(text.slice(from, index));
      endLine(rest.join(''), complete);
      rest = [];
      from = index + ending.length;
    }
    if (from < text.length) rest.push(text.slice(from));
    return complete;
  };
}
