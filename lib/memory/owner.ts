/** What the owner of our own service does beside the contract; other services have no such operations. */
import type { MemoryError } from '../contracts/errors.ts';
import { type Container, containerSchema } from '../contracts/memory-api.ts';
import { createContainerRequestSchema } from '../contracts/owner-api.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { failure } from './failure.ts';
import { openTransport, type RestClientOptions } from './rest.ts';

export interface OwnerClient {
  /** Fails with `memory.conflict` where the name is taken, `memory.validation` where it cannot be one. */
  createContainer(name: string): Promise<Result<Container, MemoryError>>;
}

/** Makes the owner's client; the credential, where one is asked for, is the owner's. */
export function createOwnerClient(options: RestClientOptions): OwnerClient {
  const transport = openTransport(options);
  return {
    async createContainer(name) {
      const request = createContainerRequestSchema.safeParse({ name });
      if (!request.success) {
        return err(failure('memory.validation', 'A Memory’s name has 1 to 80 characters.'));
      }
      const path = '/owner/containers';
      const sent = await transport({ method: 'POST', path, body: request.data, signal: undefined });
      if (!sent.ok) return err(sent.error);
      const container = containerSchema.safeParse(
        sent.body.kind === 'json' ? sent.body.value : null,
      );
      return container.success ? ok(container.data) : err(failure('memory.malformed'));
    },
  };
}
