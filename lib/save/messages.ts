import * as z from 'zod/mini';
import { outboxViewSchema } from '../outbox/model.ts';
import { previewSchema } from './model.ts';

export const captureMessages = {
  'preview.take': { input: z.object({ tabId: z.int() }), output: previewSchema },
  /** Waits a few seconds for more text. */
  'preview.watch': {
    input: z.object({ tabId: z.int() }),
    output: z.object({ hasGrown: z.boolean() }),
  },
  /** Null if the preview expired. */
  'preview.text': {
    input: z.object({ id: z.string(), part: z.enum(['page', 'selection']) }),
    output: z.object({ content: z.nullable(z.string()) }),
  },
  /** Safe to repeat. */
  'page.save': {
    input: z.object({
      id: z.uuid(),
      tabId: z.int(),
      memoryId: z.string(),
      /** Null reads the page now. */
      previewId: z.nullable(z.string()),
      /** Null keeps the page's. */
      title: z.nullable(z.string()),
      /** Saved as a new version; the one in the Memory is kept. */
      asVersion: z.boolean(),
    }),
    output: outboxViewSchema,
  },
  /** Safe to repeat. */
  'selection.save': {
    input: z.object({
      id: z.uuid(),
      previewId: z.string(),
      memoryId: z.string(),
      comment: z.nullable(z.string()),
      withSource: z.boolean(),
      /** Saves words that were saved before, which otherwise fails with `selection.kept`. */
      again: z.boolean(),
    }),
    output: outboxViewSchema,
  },
  /** The service fetches it. Safe to repeat. */
  'link.save': {
    input: z.object({
      id: z.uuid(),
      url: z.string(),
      title: z.nullable(z.string()),
      memoryId: z.string(),
      tabId: z.nullable(z.int()),
    }),
    output: outboxViewSchema,
  },
} as const;
