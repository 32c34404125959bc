/** What the browser lets Keepsake do: what came with the installation, and what the person allowed since. */
import * as z from 'zod/mini';

/** Of the installation, as in the manifest; only the browser itself can take them back, with the extension. */
export const installedPermissions = [
  'activeTab',
  'alarms',
  'contextMenus',
  'identity',
  'offscreen',
  'scripting',
  'sidePanel',
  'storage',
] as const;

/** Asked of the person when they are needed; `files` is a switch of the browser's own page of extensions. */
export const askedPermissions = ['tabs', 'bookmarks', 'files'] as const;
export type AskedPermission = (typeof askedPermissions)[number];

/** Milliseconds since the epoch; null where it was allowed before that was noted. */
const since = z.nullable(z.number());

export const permissionListSchema = z.object({
  installed: z.array(z.enum(installedPermissions)),
  installedAt: since,
  /** Those this browser knows, allowed or not. */
  asked: z.array(z.object({ name: z.enum(askedPermissions), isGranted: z.boolean(), since })),
  /** What may be read or reached, the sites with marks left out, which are listed for themselves. */
  sites: z.array(
    z.object({
      pattern: z.string(),
      since,
      /** Names of the connections that are reached there; they go on needing it. */
      connections: z.array(z.string()),
    }),
  ),
  /** How many sites have marks on. */
  markedSites: z.int(),
});
export type PermissionList = z.infer<typeof permissionListSchema>;

export const captureOptionsSchema = z.object({
  /** Words that are selected stand first in the popup. */
  offersSelection: z.boolean(),
  /** It is told that a page can be found now. */
  tellsLearned: z.boolean(),
  /** The toolbar's button shows that a page was saved before. */
  marksSaved: z.boolean(),
});
export type CaptureOptions = z.infer<typeof captureOptionsSchema>;
export const captureOptionNames = z.keyof(captureOptionsSchema).options;
export type CaptureOptionName = keyof CaptureOptions;

export const usualCaptureOptions: CaptureOptions = {
  offersSelection: true,
  tellsLearned: true,
  marksSaved: true,
};
