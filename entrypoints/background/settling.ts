/** Builds what the settings tell of the extension itself: its permissions, its ways of saving, and what went wrong. */
import { language } from '../../lib/language/text.ts';
import { createDiagnostics } from '../../lib/features/diagnostics/diagnostics.ts';
import { createPermissions } from '../../lib/features/permissions/permissions.ts';
import { aboutBrowser } from '../../lib/platform/about-browser.ts';
import {
  createPermissionDateStore,
  filesAllowed,
  grantedPermissions,
  installedNames,
  releasePermission,
} from '../../lib/platform/granted-permissions.ts';
import type { OutboxStore } from '../../lib/platform/outbox-store.ts';
import type { SettingsStore } from '../../lib/platform/settings-store.ts';
import { createTroubleStore } from '../../lib/platform/trouble-store.ts';

export type SettlingOptions = {
  settings: SettingsStore;
  store: OutboxStore;
  /** Patterns of the sites where marks are on. */
  markedSites: () => Promise<string[]>;
};

export function createSettling({ settings, store, markedSites }: SettlingOptions) {
  const permissions = createPermissions({
    granted: grantedPermissions,
    installed: installedNames,
    filesAllowed,
    release: releasePermission,
    dates: createPermissionDateStore(),
    readSettings: settings.read,
    markedSites,
    now: Date.now,
  });
  const diagnostics = createDiagnostics({
    troubles: createTroubleStore(),
    about: async () => ({ ...(await aboutBrowser()), language }),
    permissions: permissions.list,
    readSettings: settings.read,
    countSaves: () => store.countByStatus(),
    now: Date.now,
  });
  return { permissions, diagnostics };
}
