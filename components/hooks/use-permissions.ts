import { useCallback, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { PermissionList } from '../../lib/contracts/permissions.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { type Asked, useAsked } from './use-asked.ts';

export type Permissions = {
  state: Asked<PermissionList>;
  reload: () => void;
  error: AppError | null;
  /** Each gives a permission back, and tells whether that was done. */
  release: (name: 'tabs' | 'bookmarks') => Promise<boolean>;
  releaseSite: (pattern: string) => Promise<boolean>;
};

/** What the browser lets Keepsake do, kept true while it is looked at. */
export function usePermissions(): Permissions {
  const { ask } = useBridge();
  const { state, reload } = useAsked(list, changesPermissions);
  const [error, setError] = useState<AppError | null>(null);

  const settle = useCallback(
    async (released: { ok: true } | { ok: false; error: AppError }) => {
      setError(released.ok ? null : released.error);
      if (released.ok) await reload();
      return released.ok;
    },
    [reload],
  );
  return {
    state,
    reload: () => void reload(),
    error,
    release: async (name) => settle(await ask('permissions.release', { name })),
    releaseSite: async (pattern) => settle(await ask('sites.release', { pattern })),
  };
}

function list({ ask }: Bridge) {
  return ask('permissions.list', {});
}

/** Every permission that comes or goes is told as a change of the sites; a home names the sites it is reached at. */
function changesPermissions({ event }: AppEvent): boolean {
  return (
    event === 'sites.changed' || event === 'connections.changed' || event === 'everything.forgotten'
  );
}
