/** Converts a tool's result to the response REST would return, so that the same code reads both. */
import { parseJson, type ResponseBody } from '../response-body.ts';
import type { AttemptOutcome } from '../attempt.ts';
import { isRecord, readText } from '../json.ts';
import { modernErrors, type Reply } from './messages.ts';

export function readToolReply(reply: Reply): AttemptOutcome {
  return reply.kind === 'result' ? readResult(reply.result) : readRpcError(reply);
}

const statuses: ReadonlyMap<string, number> = new Map([
  ['validation', 400],
  ['unauthenticated', 401],
  ['unauthorized', 403],
  ['not_found', 404],
  ['conflict', 409],
  ['capability_unavailable', 422],
  ['quota_exceeded', 422],
  ['rate_limited', 429],
  ['turns_exhausted', 429],
  ['internal', 500],
]);

const errorTextFields = ['message', 'sentence', 'detail', 'details', 'error', 'text'];
const invalidRequests: ReadonlySet<number> = new Set([-32_700, -32_600, -32_602]);
const methodNotFound = -32_601;
const internalError = -32_603;

function readResult(result: unknown): AttemptOutcome {
  if (!isRecord(result)) return { kind: 'failed', code: 'memory.malformed' };
  // This client can't provide input, so the tool can't continue.
  if (result['resultType'] === 'input_required') {
    return {
      kind: 'failed',
      code: 'memory.unexpected',
      message: 'The service asked for input, which Keepsake doesn’t support.',
    };
  }
  const body = readPayload(result);
  return result['isError'] === true ? readToolError(body) : answered(200, body);
}

function readToolError(body: ResponseBody): AttemptOutcome {
  const value = body.kind === 'json' ? body.value : null;
  const status = statusOf(value);
  if (status !== null) return answered(status, body);
  // A request for confirmation counts as a response, even if it was sent as an error.
  if (isRecord(value) && value['status'] === 'confirmation_required') return answered(200, body);
  return unexpected(readText(value, errorTextFields));
}

function readRpcError({ code, message, data }: Reply & { kind: 'error' }): AttemptOutcome {
  const status = statusOf(data);
  if (status !== null) return answered(status, { kind: 'json', value: data });
  if (Object.values<number>(modernErrors).includes(code)) {
    return unexpected('The service supports no MCP version that Keepsake does.');
  }
  const body: ResponseBody = { kind: 'json', value: { message } };
  if (invalidRequests.has(code)) return answered(400, body);
  if (code === internalError || (code <= -32_000 && code >= -32_099)) return answered(500, body);
  return unexpected(code === methodNotFound ? null : message);
}

/**
 * Returns the HTTP status for an error envelope of the contract, which may be wrapped once; null for other values and
 * unknown codes.
 */
function statusOf(value: unknown): number | null {
  if (!isRecord(value)) return null;
  const { code, error } = value;
  if (typeof code === 'string') return statuses.get(code) ?? null;
  return isRecord(error) && typeof error['code'] === 'string'
    ? (statuses.get(error['code']) ?? null)
    : null;
}

function readPayload(result: Record<string, unknown>): ResponseBody {
  const structured = result['structuredContent'];
  if (structured !== undefined && structured !== null) {
    return { kind: 'json', value: unwrap(structured) };
  }
  const texts = Array.isArray(result['content']) ? result['content'].map(readBlock) : [];
  const parts = texts.flatMap((text) => (text === null || text.trim() === '' ? [] : [text]));
  const [first, ...others] = parts;
  if (first === undefined) return { kind: 'empty' };
  return {
    kind: 'json',
    value: unwrap(others.length === 0 ? readJsonText(first) : readParts(parts)),
  };
}

function readBlock(block: unknown): string | null {
  if (!isRecord(block)) return null;
  const { type, text, resource } = block;
  if (type === 'resource' && isRecord(resource)) {
    return typeof resource['text'] === 'string' ? resource['text'] : null;
  }
  return typeof text === 'string' ? text : null;
}

/** Joins text blocks. Some servers send each list item as a separate block. */
function readParts(parts: readonly string[]): unknown {
  const values = parts.map(parseJson);
  return values.includes(undefined) ? readJsonText(parts.join('\n')) : values;
}

/** Some servers wrap values other than objects in an object with this single field. */
function unwrap(value: unknown): unknown {
  if (!isRecord(value) || !Object.hasOwn(value, 'result') || Object.keys(value).length > 1) {
    return value;
  }
  const { result } = value;
  return typeof result === 'string' ? readJsonText(result) : result;
}

function readJsonText(text: string): unknown {
  return parseJson(text) ?? text;
}

function answered(status: number, body: ResponseBody): AttemptOutcome {
  return { kind: 'answered', status, retryAfter: null, body };
}

function unexpected(message: string | null): AttemptOutcome {
  const text = message?.trim().slice(0, messageLength) ?? '';
  return { kind: 'failed', code: 'memory.unexpected', ...(text === '' ? {} : { message: text }) };
}

const messageLength = 2_000;
