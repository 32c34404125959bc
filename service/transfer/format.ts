/**
 * The format of an export: JSON Lines with a header, one line per Memory, document, note, standing fact and rule, and a
 * last line with the count, which shows that the file is complete. It never contains keys, tokens or model settings.
 * Version 1 had no metadata for notes and can still be imported.
 */
import * as z from 'zod/mini';
import {
  createContainerRequestSchema,
  createRuleRequestSchema,
} from '../../lib/contract/owner-api.ts';
import { hasUsualYear } from '../ports.ts';

export const header = { format: 'keepsake-export', version: 2 } as const;

export const headerSchema = z.object({ format: z.literal(header.format), version: z.int() });

/** Read with any offset, and written in UTC. */
const time = z.pipe(
  z.iso
    .datetime({ offset: true })
    .check(z.refine((text) => hasUsualYear(new Date(text)), { abort: true })),
  z.transform((text: string) => new Date(text).toISOString()),
);
const optionalText = z.optional(z.nullable(z.string()));

const memoryLine = z.extend(createContainerRequestSchema, { type: z.literal('memory') });
const documentLine = z.object({
  type: z.literal('document'),
  /** Name of its Memory. */
  memory: z.string(),
  title: optionalText,
  content: z.string(),
  custom_id: optionalText,
  metadata: z.optional(z.unknown()),
  url: optionalText,
  /** The URL the service fetched it from, or still has to fetch. */
  fetch_url: optionalText,
  saved_at: time,
});
const factLine = z.object({
  type: z.literal('fact'),
  memory: z.string(),
  content: z.string(),
  saved_at: time,
});
const noteLine = z.extend(factLine, {
  type: z.literal('note'),
  /** For a highlight, its page and its place there. */
  metadata: z.optional(z.unknown()),
});
const ruleLine = z.object({
  type: z.literal('rule'),
  content: createRuleRequestSchema.shape.content,
  /** Name of the key it applies to; null for all. */
  key: z.nullable(z.string()),
  created_at: time,
});
const endLine = z.object({
  type: z.literal('end'),
  /** Number of lines before this one, including the header. */
  lines: z.int(),
});

export const lineSchema = z.discriminatedUnion('type', [
  memoryLine,
  documentLine,
  noteLine,
  factLine,
  ruleLine,
  endLine,
]);
export type Line = z.infer<typeof lineSchema>;
