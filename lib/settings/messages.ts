import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import { captureOptionsSchema, permissionListSchema } from './model.ts';

export const settingsMessages = {
  'permissions.list': message({}, permissionListSchema),
  /** Also succeeds if the permission isn't granted. For sites, use `sites.release`. */
  'permissions.release': message({ name: z.enum(['tabs', 'bookmarks']) }, nothing),
  'options.read': message({}, captureOptionsSchema),
  /** Changes options and returns all of them. */
  'options.change': message(
    { name: z.keyof(captureOptionsSchema), isOn: z.boolean() },
    captureOptionsSchema,
  ),
} as const;
