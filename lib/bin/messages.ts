import * as z from 'zod/mini';
import { binEntrySchema } from '../contract/owner-api.ts';
import { message, nothing } from '../contract/message.ts';
import { deletionSchema } from '../outbox/messages.ts';

/** Messages about items deleted on this device in the last 30 days. */
export const binMessages = {
  /** Newest first. Empty if this device isn't the active connection. */
  'bin.list': message({}, z.array(binEntrySchema)),
  /** Not repeatable, because the entry no longer exists once it's restored. */
  'bin.restore': { ...message({ id: z.string() }, nothing), isRepeatable: false },
  'bin.empty': message({ confirm: z.boolean() }, deletionSchema),
} as const;
