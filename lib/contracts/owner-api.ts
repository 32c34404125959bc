/**
 * What the owner of our own service may do beside the contract: `/owner/...`, for the owner's credential only.
 * Other services have no such paths; there the owner manages Memories in the service's own app.
 */
import * as z from 'zod/mini';

/** `POST /owner/containers`: 201 with the container; 409 `conflict` where the name is taken. */
export const createContainerRequestSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  description: z.optional(z.string().check(z.maxLength(500))),
});
