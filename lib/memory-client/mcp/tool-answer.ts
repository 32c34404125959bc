/** Converts a tool's answer to the one REST would give, so that the same code reads both. */
import { parseJson, type AnswerBody } from '../answer-body.ts';
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
  // This client can't answer requests for input, so the tool can't continue.
  if (result['resultType'] === 'input_required') {
    return {
      kind: 'failed',
      code: 'memory.unexpected',
      message: 'The service asked for input, which this connection cannot give.',
    };
  }
  const body = readPayload(result);
  return result['isError'] === true ? readToolError(body) : answered(200, body);
}

function readToolError(body: AnswerBody): AttemptOutcome {
  const value = body.kind === 'json' ? body.value : null;
  const status = statusOf(value);
  if (status !== null) return answered(status, body);
  // A request for confirmation is an answer, even if it came as an error.
  if (isRecord(value) && value['status'] === 'confirmation_required') return answered(200, body);
  return unexpected(readText(value, errorTextFields));
}

function readRpcError({ code, message, data }: Reply & { kind: 'error' }): AttemptOutcome {
  const status = statusOf(data);
  if (status !== null) return answered(status, { kind: 'json', value: data });
  if (Object.values<number>(modernErrors).includes(code)) {
    return unexpected('The service only supports other revisions of MCP.');
  }
  const body: AnswerBody = { kind: 'json', value: { message } };
  if (invalidRequests.has(code)) return answered(400, body);
  if (code === internalError || (code <= -32_000 && code >= -32_099)) return answered(500, body);
  return unexpected(code === methodNotFound ? null : message);
}

/** Null if the value isn't an envelope of the contract with a known code. It may be wrapped once. */
function statusOf(value: unknown): number | null {
  if (!isRecord(value)) return null;
  const { code, error } = value;
  if (typeof code === 'string') return statuses.get(code) ?? null;
  return isRecord(error) && typeof error['code'] === 'string'
    ? (statuses.get(error['code']) ?? null)
    : null;
}

function readPayload(result: Record<string, unknown>): AnswerBody {
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

/** Some servers write each list item as a separate block. */
function readParts(parts: readonly string[]): unknown {
  const values = parts.map(parseJson);
  return values.includes(undefined) ? readJsonText(parts.join('\n')) : values;
}

/** Some servers wrap anything but an object in one with this single field. */
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

function answered(status: number, body: AnswerBody): AttemptOutcome {
  return { kind: 'answered', status, retryAfter: null, body };
}

function unexpected(message: string | null): AttemptOutcome {
  const code = 'memory.unexpected';
  const text = message?.trim() ?? '';
  return text === ''
    ? { kind: 'failed', code }
    : { kind: 'failed', code, message: text.slice(0, messageLength) };
}

const messageLength = 2_000;
