/** The home of the memory: where it stands, and what its owner may do where it is on this device. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import { activeHome, homeOf } from '../../lib/core/connections/connections.ts';
import { createHome } from '../../lib/features/home/home.ts';
import { createOwn, type OwnPorts } from '../../lib/features/own/own.ts';
import { createOwnerTransfer } from '../../lib/memory/owner-transfer.ts';
import { createOwnerClient } from '../../lib/memory/owner.ts';
import { askHomePage } from '../../lib/platform/device-home/home-page.ts';
import { createFileFetch } from '../../lib/platform/device-home/wire-fetch.ts';
import type { Logger } from '../../lib/platform/logger.ts';
import type { SettingsStore } from '../../lib/platform/settings-store.ts';
import { stayAwake } from '../../lib/platform/wake.ts';
import type { createConnecting } from './connecting.ts';

export type HousingParts = {
  settings: SettingsStore;
  device: Parameters<typeof createOwnerClient>[0];
  connecting: ReturnType<typeof createConnecting>;
  forgetMemory: OwnPorts['forgetMemory'];
  /** The owner changed what this device's home would say. */
  forgetReads: () => Promise<void>;
  announce: (event: AppEvent) => void;
  log: Logger;
};

export function createHousing(parts: HousingParts) {
  const { settings, device, connecting, forgetMemory, forgetReads, announce, log } = parts;
  const owner = createOwnerClient(device);
  const home = createHome({
    settings,
    clientOf: connecting.clients.of,
    withdrawnFrom: async (connection) => {
      try {
        return await connecting.connections.withdrawnFrom(connection);
      } catch (cause) {
        // Storage is silent: the client sends nothing then, and the surfaces still show what they can.
        log.warn('withdrawals.unread', {}, cause);
        return [];
      }
    },
    owner,
    changed: (status) => announce({ event: 'home.changed', home: status }),
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  const own = createOwn({
    isOwn: async (connectionId) =>
      homeOf(await settings.read(), connectionId)?.connection.kind === 'device',
    isAtHome: async () => activeHome(await settings.read())?.connection.kind === 'device',
    owner,
    transfer: createOwnerTransfer(createFileFetch((request) => stayAwake(askHomePage(request)))),
    forgetMemory,
    refresh: async () => {
      await forgetReads();
      return home.listMemories();
    },
    rulesChanged: () => {
      forgetReads().then(
        () => announce({ event: 'rules.changed' }),
        (cause: unknown) => log.warn('session-reads', {}, cause),
      );
    },
    newId: () => crypto.randomUUID(),
  });
  return { home, own };
}
