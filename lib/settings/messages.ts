/** What the settings page can ask about permissions and options: name → input and output. */
import * as z from 'zod/mini';
import { captureOptionsSchema, permissionListSchema } from './model.ts';

const nothing = z.object({});

export const settingsMessages = {
  'permissions.list': { input: nothing, output: permissionListSchema },
  /** Gives one back; one that is not held counts as given back. A site is given back by `sites.release`. */
  'permissions.release': {
    input: z.object({ name: z.enum(['tabs', 'bookmarks']) }),
    output: nothing,
  },
  'options.read': { input: nothing, output: captureOptionsSchema },
  /** Changes one, and gives all of them. */
  'options.change': {
    input: z.object({ name: z.keyof(captureOptionsSchema), isOn: z.boolean() }),
    output: captureOptionsSchema,
  },
} as const;
