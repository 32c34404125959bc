import * as z from 'zod/mini';
import { captureOptionsSchema, permissionListSchema } from './model.ts';

const nothing = z.object({});

export const settingsMessages = {
  'permissions.list': { input: nothing, output: permissionListSchema },
  /** Also succeeds if the permission isn't granted. For sites, use `sites.release`. */
  'permissions.release': {
    input: z.object({ name: z.enum(['tabs', 'bookmarks']) }),
    output: nothing,
  },
  'options.read': { input: nothing, output: captureOptionsSchema },
  /** Changes options and returns all of them. */
  'options.change': {
    input: z.object({ name: z.keyof(captureOptionsSchema), isOn: z.boolean() }),
    output: captureOptionsSchema,
  },
} as const;
