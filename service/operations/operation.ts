import * as z from 'zod/mini';
import type { AgentSettings } from '../../lib/contract/owner-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import type { ChooseAgent, Turns } from '../agent/agent.ts';
import { checkAccess, type Access } from '../auth/access.ts';
import type { Principal } from '../auth/credentials.ts';
import type { RequestLimiter } from '../auth/request-limiter.ts';
import type { Endpoints } from '../fetching/endpoints.ts';
import type { LoadPage } from '../fetching/load-page.ts';
import type { Learner } from '../learning/learner.ts';
import { timestamp, type Clock, type Logger } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { SearchQueue } from '../search/search-queue.ts';
import type { AccountStorage, Storage } from '../storage/port/storage.ts';
import { QuotaError } from '../storage/quota-error.ts';

export interface ServiceContext {
  readonly storage: Storage;
  readonly learner: Learner;
  readonly loadPage?: LoadPage;
  /** Free space for the storage, if known. */
  readonly freeBytes?: () => Promise<number>;
  readonly clock: Clock;
  /** Must be unguessable. */
  readonly newId: () => string;
  readonly logger: Logger;
  readonly limiter: RequestLimiter;
  readonly turns: Turns;
  readonly searches: SearchQueue;
  readonly endpoints: Endpoints;
  readonly chooseAgent: ChooseAgent;
  readonly defaultAgent: AgentSettings;
}

export interface Call {
  readonly context: ServiceContext;
  readonly principal: Principal;
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal;
  /** The `Idempotency-Key` header of a REST request: the same each time the caller sends it. */
  readonly idempotencyKey?: string;
  /** Set if the caller accepts a streamed response: see `RestRoute.streams`. */
  readonly onText?: (text: string) => void;
}

/** Returns the storage of the caller's account. */
export function accountOf({
  context,
  principal,
}: Pick<Call, 'context' | 'principal'>): AccountStorage {
  return context.storage.account(principal.accountId);
}

export interface Operation<Input, Answer> {
  readonly access: Access;
  readonly input: z.ZodMiniType<Input>;
  /** Never rate limited, as the contract promises for search and for adding. */
  readonly unlimited?: true;
  /** Fields that `run` requires although the schema doesn't. */
  readonly requires?: readonly string[];
  /** Whether a call takes one of the account's few concurrent agent turns. */
  isTurn?(input: Input): boolean;
  run(call: Call, input: Input): Promise<Result<Answer, Refusal>>;
  /** Left out if only the owner's app calls the operation. */
  readonly rest?: RestRoute<Answer>;
  /** Left out if assistants can't call the operation. */
  readonly tool?: McpTool<Input>;
}

export type AnyOperation = Operation<unknown, object>;

export type SuccessStatus = 200 | 201 | 202;

export interface RestRoute<Answer> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In OpenAPI's notation, such as `/v1/documents/{id}`. */
  readonly path: string;
  /** Where the input comes from, in addition to the path; the URL if left out. `stream` passes the body as `file`. */
  readonly from?: 'url' | 'body' | 'stream';
  /** Adds `baseUrl` to the input: the origin at which people reach the service. */
  readonly withBaseUrl?: true;
  /** Status of a successful response; 200 if left out. */
  readonly status?: SuccessStatus;
  statusOf?(answer: Answer): SuccessStatus;
  /** Writes the response, which is JSON if left out. `now` is an ISO 8601 time. */
  respond?(answer: Answer, now: string): Response;
  /** Whether `run` passes parts of its answer to `onText`. Callers that accept an event stream get them as events. */
  readonly streams?: true;
  /** Required for every route under `/v1`. */
  readonly openapi?: OpenApiEntry;
}

export interface OpenApiEntry {
  /** Name of the method in generated clients. */
  readonly id: string;
  readonly tag: 'Memories' | 'Documents' | 'Notes and facts' | 'Recall';
  /** Defaults to the title of the operation's tool. */
  readonly summary?: string;
  readonly description?: string;
  /** JSON Schema keywords to add to a field: rules that `run` checks beyond the schema. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Response schemas by status. Each has a name: see `named`. */
  readonly answers: Readonly<Record<number, readonly z.ZodMiniType[]>>;
  /** Error statuses beyond those that any operation can return. */
  readonly errors?: readonly (400 | 404 | 422)[];
}

export interface McpTool<Input> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly args: { readonly [Name in keyof Input]-?: ToolArgument };
  /** Whether a call reaches beyond the service, to the web or to a model. */
  readonly opensWorld?: true;
}

export interface ToolArgument {
  readonly description: string;
  /** The type that assistants see if the operation itself takes a string, as from a query string. */
  readonly type?: 'integer' | 'boolean';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** Defines an operation. Only the owner can call it unless it sets `access`. */
export function defineOperation<Input, Answer>(
  operation: Omit<Operation<Input, Answer>, 'access'> & { readonly access?: Access },
): Operation<Input, Answer> {
  return { access: 'owner', ...operation };
}

export const namedSchemas = z.registry<{ id: string }>();

/** Gives a schema the name it has in the OpenAPI document. */
export function named<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  namedSchemas.add(schema, { id });
  return schema;
}

/**
 * Checks rate limit, access and input, in this order, then runs, within the account's quota. The input isn't read if an
 * earlier check fails.
 */
export async function perform<Input, Answer>(
  operation: Operation<Input, Answer>,
  call: Call,
  readInput: () => Promise<Result<unknown, Refusal>>,
): Promise<Result<Answer, Refusal>> {
  const admitted = operation.unlimited === true ? ok(null) : await checkRateLimit(call);
  if (!admitted.ok) return admitted;
  const allowed = checkAccess(call.principal, operation.access);
  if (!allowed.ok) return allowed;
  const read = await readInput();
  if (!read.ok) return read;
  const shaped = checkShape(operation.input, read.value);
  if (!shaped.ok) return shaped;
  const run = () => withinQuota(() => operation.run(call, shaped.value));
  if (operation.isTurn?.(shaped.value) !== true) return run();
  const turn = async () => {
    // Deleting is possible over any quota, so it isn't counted.
    const counted = operation.access === 'full' ? ok(null) : await countTurn(call);
    return counted.ok ? run() : counted;
  };
  return call.context.turns.take(call.principal.accountId, turn, call.signal);
}

/** Runs the work, and turns a `QuotaError` into a refusal. */
export async function withinQuota<Answer>(
  run: () => Promise<Result<Answer, Refusal>>,
): Promise<Result<Answer, Refusal>> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof QuotaError) {
      return refuse('overQuota', error.message, { quota: error.quota });
    }
    throw error;
  }
}

/** Counts an agent turn of today, in UTC, if the account has a limit. Refuses it with the seconds until tomorrow. */
async function countTurn({ context, principal }: Call): Promise<Result<null, Refusal>> {
  const { storage, clock } = context;
  const limit = await storage.accounts.takeTurn(principal.accountId, dayOf(clock));
  if (limit === null) return ok(null);
  const message = `The daily limit of ${limit} questions and new standing facts is reached. Try again after 00:00 UTC.`;
  const tomorrow = Date.parse(dayOf(clock)) + DAY_MS;
  return refuse('busy', message, {
    max_turns_per_day: limit,
    retry_after: Math.ceil((tomorrow - clock.now()) / 1000),
  });
}

const DAY_MS = 24 * 60 * 60_000;

/** Returns the day in UTC, such as `2026-11-30`. */
export function dayOf(clock: Clock): string {
  return timestamp(clock).slice(0, 10);
}

/** Checks the rate limit, which doesn't apply to the owner's and the operator's own requests. */
export async function checkRateLimit({
  context: { limiter },
  principal,
}: Call): Promise<Result<null, Refusal>> {
  const isUnlimited = principal.owner || principal.operator === true;
  if (isUnlimited || (await limiter.admit(principal.credentialId))) return ok(null);
  const limit = limiter.limitPerMinute;
  return refuse('limited', `Too many requests. The limit is ${limit} a minute.`, {
    limit_per_min: limit,
  });
}

/** Parses an input. A missing field or wrong type is `malformed`; an unknown field or a broken rule is `invalid`. */
export function checkShape<Input>(
  schema: z.ZodMiniType<Input>,
  value: unknown,
): Result<Input, Refusal> {
  const parsed = z.safeParse(schema, value, { reportInput: true });
  if (parsed.success) return ok(parsed.data);
  const issues = parsed.error.issues.flatMap((issue) =>
    (issue.code === 'unrecognized_keys' ? issue.keys : [null]).map((key) => ({
      field: [...issue.path, ...(key === null ? [] : [key])].map(String).join('.'),
      problem: key === null ? problemOf(issue) : 'is unknown',
      code: issue.code,
    })),
  );
  const isUnknown = issues.some(({ code }) => code === 'unrecognized_keys');
  const kind = isUnknown || issues.every(({ code }) => RULES.has(code)) ? 'invalid' : 'malformed';
  const message = issues
    .map(({ field, problem }) => `${field === '' ? 'The body' : `"${field}"`} ${problem}.`)
    .join(' ');
  return refuse(kind, message, {
    fields: issues.map(({ field, problem }) => ({ field, problem })),
  });
}

const RULES = new Set<string>(['too_small', 'too_big', 'invalid_format', 'custom']);
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
};

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return 'is too short or too small';
  if (issue.code === 'too_big') return 'is too long or too large';
  if (issue.code !== 'invalid_type') return 'is invalid';
  if (issue.input === undefined && issue.path.length > 0) return 'is missing';
  return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
}
