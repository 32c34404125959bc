/** The owner's operations of our own service: Memories, rules, export and import. Other services don't have them. */
import type { MemoryError } from '../contract/errors.ts';
import { type Container, containerSchema } from '../contract/memory-api.ts';
import {
  createContainerRequestSchema,
  createRuleRequestSchema,
  type ContainerWithCounts,
  containersWithCountsAnswerSchema,
  type OwnerRule,
  ownerRuleSchema,
  ownerRulesAnswerSchema,
  type ImportReport,
  importReportSchema,
} from '../contract/owner-api.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { type AnswerBody, readAnswerBody } from './answer-body.ts';
import type { Deletion } from './client.ts';
import { failure, failureFromAnswer } from './failure.ts';
import { repeatPolicies } from './operations.ts';
import { callForDeletion, openTransport, type RestClientOptions } from './rest.ts';
import { pathSegment } from './service-address.ts';

export interface OwnerClient {
  /** Fails with `memory.conflict` if the name is taken, `memory.validation` if it is invalid. */
  createContainer(name: string): Promise<Result<Container, MemoryError>>;
  /** Each with the number of its documents, notes and facts. */
  listContainers(): Promise<Result<ContainerWithCounts[], MemoryError>>;
  /** Fails like `createContainer`, and with `memory.not-found`. */
  renameContainer(id: string, name: string): Promise<Result<null, MemoryError>>;
  /** Gets the service's question unless confirmed. */
  deleteContainer(deletion: {
    id: string;
    confirm: boolean;
  }): Promise<Result<Deletion, MemoryError>>;
  /** Starts indexing a document again, whatever the outcome of the last run. */
  updateNow(documentId: string): Promise<Result<null, MemoryError>>;
  listRules(): Promise<Result<OwnerRule[], MemoryError>>;
  /** `key` is null if the rule is for every credential. */
  createRule(rule: {
    content: string;
    key: string | null;
  }): Promise<Result<OwnerRule, MemoryError>>;
  /** Fails with `memory.not-found` if it was deleted. */
  changeRule(id: string, content: string): Promise<Result<OwnerRule, MemoryError>>;
  deleteRule(id: string): Promise<Result<null, MemoryError>>;
}

/** Makes the owner's client. The credential, if the service needs one, is the owner's. */
export function createOwnerClient(options: RestClientOptions): OwnerClient {
  const transport = openTransport(options);
  const containers = '/owner/containers';
  const rules = '/owner/rules';

  async function ask<T>(
    call: { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string | null; body?: unknown },
    read: (body: AnswerBody) => T | null,
  ): Promise<Result<T, MemoryError>> {
    const { path } = call;
    if (path === null) return err(failure('memory.not-found'));
    const sent = await transport({
      ...call,
      path,
      repeatAfter: repeatPolicies.idempotent,
      signal: undefined,
    });
    if (!sent.ok) return err(sent.error);
    const value = read(sent.body);
    return value === null ? err(failure('memory.malformed')) : ok(value);
  }

  return {
    async createContainer(name) {
      const request = createContainerRequestSchema.safeParse({ name });
      if (!request.success) return err(unusableName());
      return ask(
        { method: 'POST', path: containers, body: request.data },
        reading(containerSchema),
      );
    },
    async listContainers() {
      const listed = await ask(
        { method: 'GET', path: containers },
        reading(containersWithCountsAnswerSchema),
      );
      return listed.ok ? ok(listed.value.containers) : listed;
    },
    async renameContainer(id, name) {
      const request = createContainerRequestSchema.safeParse({ name });
      if (!request.success) return err(unusableName());
      const path = pathOf(containers, id);
      const renamed = await ask(
        { method: 'PATCH', path, body: { name: request.data.name } },
        reading(containerSchema),
      );
      return renamed.ok ? ok(null) : renamed;
    },
    async deleteContainer({ id, confirm }) {
      const path = pathOf(containers, id);
      if (path === null) return err(failure('memory.not-found'));
      return callForDeletion(transport, {
        path,
        query: {},
        isConfirmed: confirm,
        isTurn: false,
        signal: undefined,
      });
    },
    async updateNow(documentId) {
      const at = pathOf('/owner/documents', documentId);
      const path = at === null ? null : `${at}/update-now`;
      const begun = await ask({ method: 'POST', path }, () => true);
      return begun.ok ? ok(null) : begun;
    },
    async listRules() {
      const listed = await ask({ method: 'GET', path: rules }, reading(ownerRulesAnswerSchema));
      return listed.ok ? ok(listed.value.rules) : listed;
    },
    async createRule(rule) {
      const request = createRuleRequestSchema.safeParse(rule);
      if (!request.success) return err(unusableRule());
      return ask({ method: 'POST', path: rules, body: request.data }, reading(ownerRuleSchema));
    },
    async changeRule(id, content) {
      const request = createRuleRequestSchema.safeParse({ content });
      if (!request.success) return err(unusableRule());
      const path = pathOf(rules, id);
      return ask({ method: 'PATCH', path, body: request.data }, reading(ownerRuleSchema));
    },
    async deleteRule(id) {
      const deleted = await ask({ method: 'DELETE', path: pathOf(rules, id) }, () => true);
      return deleted.ok ? ok(null) : deleted;
    },
  };
}

function pathOf(list: string, id: string): string | null {
  const segment = pathSegment(id);
  return segment === null ? null : `${list}/${segment}`;
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

function reading<T>(schema: Schema<T>): (body: AnswerBody) => T | null {
  return (body) => {
    const read = schema.safeParse(body.kind === 'json' ? body.value : null);
    return read.success ? read.data : null;
  };
}

function unusableName(): MemoryError {
  return failure('memory.validation', 'A Memory’s name has 1 to 80 characters.');
}

function unusableRule(): MemoryError {
  return failure('memory.validation', 'A rule has 1 to 2,000 characters.');
}

export interface TransferClient {
  /** Writes everything to the file of this name. */
  exportTo(file: string): Promise<Result<null, MemoryError>>;
  /**
   * Imports the file of this name. Fails with `memory.validation` at the first line that can't be read. Earlier lines
   * stay imported; `details` give that line and the counts: `{line, imported}`.
   */
  importFrom(file: string): Promise<Result<ImportReport, MemoryError>>;
}

/** Rejects if no answer came. */
type FileFetch = (request: {
  method: string;
  path: string;
  bodyFrom?: string;
  saveAs?: string;
}) => Promise<Response>;

/** Makes the client. Nothing is retried: both operations can take minutes, and the person watches them. */
export function createTransferClient(fetch: FileFetch): TransferClient {
  return {
    async exportTo(saveAs) {
      const answered = await sendFile(fetch, { method: 'GET', path: '/owner/export', saveAs });
      return answered.ok ? ok(null) : answered;
    },
    async importFrom(bodyFrom) {
      const answered = await sendFile(fetch, { method: 'POST', path: '/owner/import', bodyFrom });
      if (!answered.ok) return answered;
      const report = importReportSchema.safeParse(answered.value);
      return report.success ? ok(report.data) : err(failure('memory.malformed'));
    },
  };
}

const maxAnswerBytes = 1024 * 1024;

async function sendFile(
  fetch: FileFetch,
  request: Parameters<FileFetch>[0],
): Promise<Result<unknown, MemoryError>> {
  const response = await fetch(request).catch(() => null);
  if (response === null) return err(failure('memory.unreachable'));
  const body = await readAnswerBody(response, maxAnswerBytes, new AbortController().signal);
  const json = body.kind === 'json' ? body.value : undefined;
  return response.ok ? ok(json) : err(failureFromAnswer(response.status, json));
}
