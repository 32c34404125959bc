import * as z from 'zod/mini';
import { pagePartSchema } from '../capture/schema.ts';
import { message, nothing } from '../contract/message.ts';
import { outboxViewSchema } from '../outbox/model.ts';
import { previewSchema } from './model.ts';

export const captureMessages = {
  'preview.take': message({ tabId: z.int(), part: pagePartSchema }, previewSchema),
  /** Remembers what to save of pages of the tab's site. Private windows remember nothing. */
  'preview.choose-part': message({ tabId: z.int(), part: pagePartSchema }, nothing),
  /**
   * Asks the active connection for the page unless this browser saved it; `outbox.changed` events follow. `previewId` is
   * null if the page wasn't read.
   */
  'page.find-saved': message(
    { tabId: z.int(), previewId: z.nullable(z.string()) },
    z.object({ found: z.int() }),
  ),
  /** Waits a few seconds for the page to show more text. */
  'preview.watch': message({ tabId: z.int() }, z.object({ hasGrown: z.boolean() })),
  /** Returns null if the preview expired. */
  'preview.text': message(
    { id: z.string(), part: z.enum(['page', 'selection']) },
    z.object({ content: z.nullable(z.string()) }),
  ),
  /** Saves a page. Safe to repeat. */
  'page.save': message(
    {
      id: z.uuid(),
      tabId: z.int(),
      memoryId: z.string(),
      /** Null to read the page now. */
      previewId: z.nullable(z.string()),
      /** What to read if there is no preview. */
      part: pagePartSchema,
      /** Null to keep the page's title. */
      title: z.nullable(z.string()),
      /** Whether to save a new version, keeping the one in the Memory. */
      asVersion: z.boolean(),
    },
    outboxViewSchema,
  ),
  /** Saves the selected text as a note. Safe to repeat. */
  'selection.save': message(
    {
      id: z.uuid(),
      previewId: z.string(),
      memoryId: z.string(),
      comment: z.nullable(z.string()),
      withSource: z.boolean(),
      /** Whether to save the text even if it was saved before. Otherwise, that fails with `selection.kept`. */
      again: z.boolean(),
    },
    outboxViewSchema,
  ),
  /** Saves a link, which the service fetches. Safe to repeat. */
  'link.save': message(
    {
      id: z.uuid(),
      url: z.string(),
      title: z.nullable(z.string()),
      memoryId: z.string(),
      tabId: z.nullable(z.int()),
    },
    outboxViewSchema,
  ),
} as const;
