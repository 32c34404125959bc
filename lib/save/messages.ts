/** Messages about previewing and saving. */
import * as z from 'zod/mini';
import { outboxViewSchema } from '../outbox/model.ts';
import { previewSchema } from './model.ts';

export const captureMessages = {
  /** Reads the page and the selection of a tab for a preview. */
  'preview.take': { input: z.object({ tabId: z.int() }), output: previewSchema },
  /** Waits a few seconds for the page to show more text. */
  'preview.watch': {
    input: z.object({ tabId: z.int() }),
    output: z.object({ hasGrown: z.boolean() }),
  },
  /** The whole text of a preview; null if it expired. */
  'preview.text': {
    input: z.object({ id: z.string(), part: z.enum(['page', 'selection']) }),
    output: z.object({ content: z.nullable(z.string()) }),
  },
  /** Safe to repeat: the same `id` is the same save. */
  'page.save': {
    input: z.object({
      id: z.uuid(),
      tabId: z.int(),
      memoryId: z.string(),
      /** The preview to save; null has the page read now. */
      previewId: z.nullable(z.string()),
      /** The person's title; null keeps the page's. */
      title: z.nullable(z.string()),
      /** Saved beside what the Memory has of this page. */
      asVersion: z.boolean(),
    }),
    output: outboxViewSchema,
  },
  /** Saves the selection of a preview as a note. Safe to repeat. */
  'selection.save': {
    input: z.object({
      id: z.uuid(),
      previewId: z.string(),
      memoryId: z.string(),
      comment: z.nullable(z.string()),
      /** Adds a line with the source. */
      withSource: z.boolean(),
      /** Saves it although the same words were saved before; otherwise that fails with `selection.kept`. */
      again: z.boolean(),
    }),
    output: outboxViewSchema,
  },
  /** Saves an address, whose page the service fetches. Safe to repeat. */
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
