import * as z from 'zod/mini';
import { isRecord } from '../json.ts';
import type { ReadBody } from '../attempt.ts';
import { readEvents } from '../event-stream.ts';

/** The revision without sessions, in which every request contains the version and the client's details. */
export const modernVersion = '2026-07-28';
/** Revisions that start with a handshake, newest first. */
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

/** Error codes that exist only in the modern revision, so a server that sends them understood the request. */
export const modernErrors = {
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const;

/** Serializes a request, or a notification if `id` is null. */
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

/** Returns null if the value isn't the reply to the request with this id. Errors may lack an id. */
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

/** Returns the revision a server chose in its `initialize` result; null if this client doesn't support it. */
export function readChosenVersion(result: unknown): string | null {
  const version = isRecord(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'string' && legacyVersions.includes(version) ? version : null;
}

/** Returns whether a server that rejected the modern revision supports an older one that this client supports too. */
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

/** Skips progress notifications, and requests that this client doesn't support. */
export function replyReader(id: number): ReadBody {
  return readEvents((event) =>
    readReply(event, id) === null ? null : { kind: 'json', value: event },
  );
}
