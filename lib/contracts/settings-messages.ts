/** What the settings page may ask about permissions, the ways of saving, and what to report a problem with. */
import * as z from 'zod/mini';
import { captureOptionsSchema } from './capture-options.ts';
import { permissionListSchema } from './permissions.ts';

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
  /** A plain text without an address, a key, a title or a word of what was saved. */
  'diagnostics.read': { input: nothing, output: z.object({ text: z.string() }) },
} as const;
