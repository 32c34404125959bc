/** The JSON-RPC messages of MCP, as far as a client that only calls tools needs them. */
import * as z from 'zod/mini';
import { isRecord } from '../shapes/json.ts';

/** The revision without sessions, in which every request says for itself what it speaks. */
export const modernVersion = '2026-07-28';
/** Revisions that begin with a handshake, the newest first. */
export const legacyVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

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

/** Codes that only servers of the modern revision use, each for a request they understood as such. */
export const modernErrors = {
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const;

/** Writes a request; a notification where `id` is null. */
export function writeMessage({ method, params }: Message, id: number | null): string {
  return JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params });
}

/** Adds what the modern revision wants to know with every request. */
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

/** Reads the reply to the request with this id; null where the value is none. An error may come without an id. */
export function readReply(value: unknown, id: number): Reply | null {
  if (!isRecord(value)) return null;
  const isOurs = value['id'] === id || value['id'] === String(id);
  if (isOurs && Object.hasOwn(value, 'result')) return { kind: 'result', result: value['result'] };
  const isNobodys = value['id'] === undefined || value['id'] === null;
  if (!isOurs && !isNobodys) return null;
  const error = rpcErrorSchema.safeParse(value['error']);
  if (!error.success) return null;
  const { code, message, data } = error.data;
  return { kind: 'error', code, message: message ?? '', data };
}

/** The revision that a server chose in its answer to `initialize`; null where this client does not speak it. */
export function readChosenVersion(result: unknown): string | null {
  const version = isRecord(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'string' && legacyVersions.includes(version) ? version : null;
}

/** Whether a server that refused the modern revision names one with a handshake that this client speaks. */
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
