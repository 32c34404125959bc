import { ok } from '../contract/result.ts';
import {
  permissionDateStore,
  filesAllowed,
  grantedPermissions,
  installedNames,
  releasePermission,
} from '../browser/permissions.ts';
import type { AppEvent } from '../messaging/messages.ts';
import { acknowledged, type Handlers } from '../messaging/router.ts';
import type { settingsMessages } from './messages.ts';
import { createPermissions, type PermissionPorts } from './permission-list.ts';
import type { CaptureOptionsStore } from './store.ts';

export type SettingsModuleOptions = Pick<PermissionPorts, 'readConnections' | 'markedSites'> & {
  options: CaptureOptionsStore;
  /** Called in this order: work in progress might request permissions again, so all permissions are released last. */
  forgetting: readonly (() => Promise<unknown>)[];
  announce: (event: AppEvent) => void;
};

type SettingsHandlers = Pick<
  Handlers,
  'connections.forget-everything' | keyof typeof settingsMessages
>;

export function createSettingsModule({
  options,
  forgetting,
  announce,
  ...ports
}: SettingsModuleOptions) {
  const permissions = createPermissions({
    ...ports,
    granted: grantedPermissions,
    installed: installedNames,
    filesAllowed,
    dates: permissionDateStore,
    now: Date.now,
  });

  const handlers: SettingsHandlers = {
    'permissions.list': async () => ok(await permissions.list()),
    'permissions.release': acknowledged(({ name }) => releasePermission(name)),
    'options.read': async () => ok(await options.read()),
    'options.change': async ({ name, isOn }) => ok(await options.change({ [name]: isOn })),
    'connections.forget-everything': acknowledged(async () => {
      for (const forget of forgetting) await forget();
      announce({ event: 'everything.forgotten' });
    }),
  };

  return { permissions, handlers };
}
