import * as z from 'zod/mini';

/** Permissions in the manifest, which can't be revoked. */
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

/** `files` is a switch on the browser's page about the extension. */
export const askedPermissions = ['tabs', 'bookmarks', 'files'] as const;
export type AskedPermission = (typeof askedPermissions)[number];

/** Milliseconds since the epoch; null if unknown. */
const since = z.nullable(z.number());

export const permissionListSchema = z.object({
  installed: z.array(z.enum(installedPermissions)),
  installedAt: since,
  /** The optional permissions this browser supports. */
  asked: z.array(z.object({ name: z.enum(askedPermissions), isGranted: z.boolean(), since })),
  /** Allowed sites, except those with highlighting, which are listed elsewhere. */
  sites: z.array(
    z.object({
      pattern: z.string(),
      since,
      connections: z.array(z.string()),
    }),
  ),
  /** Number of sites with highlighting on. */
  markedSites: z.int(),
});
export type PermissionList = z.infer<typeof permissionListSchema>;

export const captureOptionsSchema = z.object({
  /** Whether the popup offers selected text first. */
  offersSelection: z.boolean(),
  /** Whether to notify when a page is searchable. */
  tellsLearned: z.boolean(),
  /** Whether to show a badge on pages saved before. */
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
