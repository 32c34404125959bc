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
  /** Has what a home says of itself asked for again the next time. */
  forgetReads: (connectionId: string) => Promise<void>;
  /** Has its profile read again, too. */
  memoriesChanged: (connectionId: string) => Promise<void>;
  announce: (event: AppEvent) => void;
  log: Logger;
};

export function createHousing(parts: HousingParts) {
  const { settings, device, connecting, announce, log } = parts;
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
    forgetMemory: parts.forgetMemory,
    refresh: async () => {
      await parts.memoriesChanged(await idInUse());
      return home.listMemories();
    },
    rulesChanged: () => {
      forgetRules().catch((cause: unknown) => log.warn('session-reads', {}, cause));
    },
    newId: () => crypto.randomUUID(),
  });

  async function forgetRules(): Promise<void> {
    await parts.forgetReads(await idInUse());
    announce({ event: 'rules.changed' });
  }

  async function idInUse(): Promise<string> {
    return (await settings.read()).activeId ?? '';
  }

  return { home, own };
}
