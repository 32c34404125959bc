/** Owner operations of Keepsake's own service: Memories, rules, export and import. Other services don't have them. */
import type { MemoryError } from '../contract/errors.ts';
import { containerSchema } from '../contract/memory-api.ts';
import {
  binResponseSchema,
  containerWithCountsSchema,
  createContainerRequestSchema,
  createRuleRequestSchema,
  containersWithCountsResponseSchema,
  ownerRuleSchema,
  ownerRulesResponseSchema,
  ownerNotesResponseSchema,
  type DescribeNotesRequest,
  type ImportReport,
  importReportSchema,
} from '../contract/owner-api.ts';
import { type AsyncResult, err, ok, type Result } from '../contract/result.ts';
import { readResponseBody } from './response-body.ts';
import { failure, failureFromResponse } from './failure.ts';
import {
  asksForConfirmation,
  json,
  parsed,
  readDeletion,
  repeatPolicies,
  type Schema,
} from './operations.ts';
import { openTransport, type RestClientOptions } from './rest.ts';
import { pathSegment } from './service-address.ts';
import type { Call, Sent } from './transport.ts';

export type OwnerClient = ReturnType<typeof createOwnerClient>;

export function createOwnerClient(options: RestClientOptions) {
  const transport = openTransport(options);
  const containers = '/owner/containers';
  const rules = '/owner/rules';
  const bin = '/owner/bin';

  /** `path` is null for an id that can't be part of a path. */
  async function ask<T>(
    method: Call['method'],
    path: string | null,
    { read, ...rest }: Pick<Call, 'body' | 'query' | 'isResponse'> & { read: Read<T> },
  ): AsyncResult<T, MemoryError> {
    if (path === null) return err(failure('memory.not-found'));
    return read(await transport({ method, path, ...rest, repeatAfter: repeatPolicies.idempotent }));
  }

  /** Deletes only if `confirm` is true; otherwise returns the service's confirmation message. */
  const remove = (path: string | null, confirm: boolean, which: Call['query'] = {}) =>
    ask('DELETE', path, {
      query: confirm ? { ...which, confirm } : which,
      isResponse: asksForConfirmation,
      read: (sent) => readDeletion(sent, confirm),
    });

  return {
    /** Fails with `memory.conflict` if the name is taken, or `memory.validation` if it's invalid. */
    async createContainer(name: string) {
      const request = createContainerRequestSchema.safeParse({ name });
      if (!request.success) return err(invalidName);
      return ask('POST', containers, { body: request.data, read: reading(containerSchema) });
    },
    listContainers: () =>
      ask('GET', containers, {
        read: json((body) => parsed(containersWithCountsResponseSchema, body)?.containers ?? null),
      }),
    /** Fails like `createContainer`, and with `memory.not-found` for an unknown id. */
    async renameContainer(id: string, name: string) {
      const request = createContainerRequestSchema.safeParse({ name });
      if (!request.success) return err(invalidName);
      const path = pathOf(containers, id);
      return ask('PATCH', path, { body: request.data, read: reading(containerSchema) });
    },
    deleteContainer: ({ id, confirm }: { id: string; confirm: boolean }) =>
      remove(pathOf(containers, id), confirm),
    listBin: () =>
      ask('GET', bin, { read: json((body) => parsed(binResponseSchema, body)?.entries ?? null) }),
    /** Returns the Memory with the number of items put back. Fails with `memory.not-found` for an unknown id. */
    restore(id: string) {
      const path = pathOf(bin, id);
      return ask('POST', path && `${path}/restore`, { read: reading(containerWithCountsSchema) });
    },
    emptyBin: (confirm: boolean) => remove(bin, confirm),
    removeFromBin: (id: string) => remove(bin, true, { id }),
    /** Returns a page of a Memory's notes, newest first. `cursor` is the `next_cursor` of the previous page. */
    listNotes: (container: string, cursor: string | null) =>
      ask('GET', '/owner/notes', {
        query: { container, ...(cursor === null ? {} : { cursor }) },
        read: reading(ownerNotesResponseSchema),
      }),
    /** Replaces the metadata of notes. Ignores unknown ids. */
    describeNotes: (notes: DescribeNotesRequest['notes']) =>
      ask('PATCH', '/owner/notes', { body: { notes }, read: unread }),
    updateNow(documentId: string) {
      const path = pathOf('/owner/documents', documentId);
      return ask('POST', path && `${path}/update-now`, { read: unread });
    },
    listRules: () =>
      ask('GET', rules, {
        read: json((body) => parsed(ownerRulesResponseSchema, body)?.rules ?? null),
      }),
    /** `key` is null if the rule is for every credential. */
    async createRule(rule: { content: string; key: string | null }) {
      const request = createRuleRequestSchema.safeParse(rule);
      if (!request.success) return err(invalidRule);
      return ask('POST', rules, { body: request.data, read: reading(ownerRuleSchema) });
    },
    /** Fails with `memory.not-found` if the rule was deleted. */
    async changeRule(id: string, content: string) {
      const request = createRuleRequestSchema.safeParse({ content });
      if (!request.success) return err(invalidRule);
      const path = pathOf(rules, id);
      return ask('PATCH', path, { body: request.data, read: reading(ownerRuleSchema) });
    },
    deleteRule: (id: string) => ask('DELETE', pathOf(rules, id), { read: unread }),
  };
}

function pathOf(list: string, id: string): string | null {
  const segment = pathSegment(id);
  return segment === null ? null : `${list}/${segment}`;
}

type Read<T> = (sent: Sent) => Result<T, MemoryError>;

function reading<T>(schema: Schema<T>): Read<T> {
  return json((body) => parsed(schema, body));
}

/** Accepts any body. */
const unread: Read<null> = (sent) => (sent.ok ? ok(null) : err(sent.error));

const invalidName = failure('memory.validation', 'A Memory’s name has 1 to 80 characters.');
const invalidRule = failure('memory.validation', 'A rule has 1 to 2,000 characters.');

export type TransferClient = ReturnType<typeof createTransferClient>;

type FileRequest = {
  method: string;
  path: string;
  bodyFrom?: string;
  saveAs?: string;
  watch: string;
};
/** Rejects if there was no response. */
type FileFetch = (request: FileRequest) => Promise<Response>;

/** Never retries, because an export or import may take minutes. The person can retry it. */
export function createTransferClient(fetch: FileFetch) {
  return {
    exportTo: (saveAs: string, watch: string) =>
      sendFile(fetch, { method: 'GET', path: '/owner/export', saveAs, watch }),
    /** Fails with `memory.validation` at an invalid line; `details` is a `BrokenImport`. */
    async importFrom(bodyFrom: string): AsyncResult<ImportReport, MemoryError> {
      const request = { method: 'POST', path: '/owner/import', bodyFrom, watch: bodyFrom };
      const answered = await sendFile(fetch, request);
      if (!answered.ok) return answered;
      const report = importReportSchema.safeParse(answered.value);
      return report.success ? ok(report.data) : err(failure('memory.malformed'));
    },
  };
}

const maxResponseBytes = 1024 * 1024;

async function sendFile(fetch: FileFetch, request: FileRequest): AsyncResult<unknown, MemoryError> {
  const response = await fetch(request).catch(() => null);
  if (response === null) return err(failure('memory.unreachable'));
  const body = await readResponseBody(response, maxResponseBytes, new AbortController().signal);
  const answer = body.kind === 'json' ? body.value : undefined;
  return response.ok ? ok(answer) : err(failureFromResponse(response.status, answer));
}
