/** What the surfaces may ask about what is to be saved: name → input and output. */
import * as z from 'zod/mini';
import { outboxViewSchema } from '../outbox/model.ts';
import { previewSchema } from './model.ts';

export const captureMessages = {
  /** Reads the page and the selection of a tab, for the person to see; a repeat reads anew. */
  'preview.take': { input: z.object({ tabId: z.int() }), output: previewSchema },
  /** Waits a few seconds for the page to show more text than it did. Safe to repeat. */
  'preview.watch': {
    input: z.object({ tabId: z.int() }),
    output: z.object({ hasGrown: z.boolean() }),
  },
  /** The whole text of a preview, as it is kept; null where it is there no longer. */
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
      /** What the person saw and means; null has the page read now. */
      previewId: z.nullable(z.string()),
      /** The title in the person's own words; null leaves the page's. */
      title: z.nullable(z.string()),
      /** Beside what the Memory holds of this page already. */
      asVersion: z.boolean(),
    }),
    output: outboxViewSchema,
  },
  /** Keeps the selection of a preview as a note. Safe to repeat. */
  'selection.save': {
    input: z.object({
      id: z.uuid(),
      previewId: z.string(),
      memoryId: z.string(),
      comment: z.nullable(z.string()),
      /** Ends the note with a line that says where the words are from. */
      withSource: z.boolean(),
      /** Also where the same words were kept before, which fails with `selection.kept` else. */
      again: z.boolean(),
    }),
    output: outboxViewSchema,
  },
  /** Keeps an address for the service to read itself, as `url`. Safe to repeat. */
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
