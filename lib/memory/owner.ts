/** What the owner of our own service does beside the contract; other services have no such operations. */
import type { MemoryError } from '../contracts/errors.ts';
import { type Container, containerSchema } from '../contracts/memory-api.ts';
import {
  createContainerRequestSchema,
  createRuleRequestSchema,
  type OwnContainer,
  ownContainersAnswerSchema,
  type OwnRule,
  ownRuleSchema,
  ownRulesAnswerSchema,
} from '../contracts/owner-api.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import type { AnswerBody } from './answer-body.ts';
import type { Deletion } from './client.ts';
import { failure } from './failure.ts';
import { callForDeletion, openTransport, type RestClientOptions } from './rest.ts';
import { pathSegment } from './service-address.ts';

export interface OwnerClient {
  /** Fails with `memory.conflict` where the name is taken, `memory.validation` where it cannot be one. */
  createContainer(name: string): Promise<Result<Container, MemoryError>>;
  /** With how much is in each. */
  listContainers(): Promise<Result<OwnContainer[], MemoryError>>;
  /** Fails as `createContainer` does, and with `memory.not-found`. */
  renameContainer(id: string, name: string): Promise<Result<null, MemoryError>>;
  /** Gives the service's question unless confirmed. */
  deleteContainer(deletion: {
    id: string;
    confirm: boolean;
  }): Promise<Result<Deletion, MemoryError>>;
  /** Has the learning of a document begun anew, whatever became of the last. */
  updateNow(documentId: string): Promise<Result<null, MemoryError>>;
  listRules(): Promise<Result<OwnRule[], MemoryError>>;
  /** `key` is null where the rule is for every credential. */
  createRule(rule: { content: string; key: string | null }): Promise<Result<OwnRule, MemoryError>>;
  /** Fails with `memory.not-found` where it was deleted. */
  changeRule(id: string, content: string): Promise<Result<OwnRule, MemoryError>>;
  deleteRule(id: string): Promise<Result<null, MemoryError>>;
}

/** Makes the owner's client; the credential, where one is asked for, is the owner's. */
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
    const sent = await transport({ ...call, path, signal: undefined });
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
        reading(ownContainersAnswerSchema),
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
      const listed = await ask({ method: 'GET', path: rules }, reading(ownRulesAnswerSchema));
      return listed.ok ? ok(listed.value.rules) : listed;
    },
    async createRule(rule) {
      const request = createRuleRequestSchema.safeParse(rule);
      if (!request.success) return err(unusableRule());
      return ask({ method: 'POST', path: rules, body: request.data }, reading(ownRuleSchema));
    },
    async changeRule(id, content) {
      const request = createRuleRequestSchema.safeParse({ content });
      if (!request.success) return err(unusableRule());
      const path = pathOf(rules, id);
      return ask({ method: 'PATCH', path, body: request.data }, reading(ownRuleSchema));
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
