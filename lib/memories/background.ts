import { type AsyncResult, ok } from '../contract/result.ts';
import { createOwnerClient, createTransferClient } from '../memory-client/owner.ts';
import { askDeviceServicePage } from '../browser/offscreen.ts';
import type { Logger } from '../browser/logger.ts';
import { stayAwake } from '../browser/alarms.ts';
import { createFileFetch } from '../device-service/wire-fetch.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { AppEvent, ConnectionStatus, memoryMessages } from '../messaging/messages.ts';
import { empty, type Handlers } from '../messaging/router.ts';
import { activeConnection, findConnection } from '../connections/model.ts';
import { createConnectionStatus, type ConnectionStatusPorts, deviceIn } from './status.ts';
import type { OutboxItem, OutboxView } from '../outbox/model.ts';
import { createDeviceRecords, type DeviceRecordsPorts } from './device-records.ts';
import { createRestClient } from '../memory-client/rest.ts';
import { exportReminder } from './reminder-store.ts';
import { createMemories } from './memories.ts';

export type MemoriesModuleOptions = {
  store: ConnectionStatusPorts['store'];
  device: Parameters<typeof createOwnerClient>[0];
  clientOf: ConnectionStatusPorts['clientOf'];
  withdrawnFrom: ConnectionStatusPorts['withdrawnFrom'];
  highlightsAfter: DeviceRecordsPorts['highlightsAfter'];
  outbox: {
    adopt: DeviceRecordsPorts['adopt'];
    list: DeviceRecordsPorts['listSaves'];
    get: (id: string) => Promise<OutboxItem | null>;
    retry: (order: { id: string; tabId: null }) => AsyncResult<OutboxView>;
    forgetMemory: (memoryId: string) => Promise<void>;
  };
  events: EventBus;
  announce: (event: AppEvent) => void;
  log: Logger;
};

export function createMemoriesModule({
  store,
  device,
  clientOf,
  withdrawnFrom,
  highlightsAfter,
  outbox,
  events,
  announce,
  log,
}: MemoriesModuleOptions) {
  const owner = createOwnerClient(device);
  const isDevice = async (connectionId: string) =>
    findConnection(await store.read(), connectionId)?.connection.kind === 'device';
  const isDeviceActive = async () =>
    activeConnection(await store.read())?.connection.kind === 'device';
  const records = createDeviceRecords({
    owner,
    documents: createRestClient(device).documents,
    highlightsAfter,
    listSaves: outbox.list,
    adopt: outbox.adopt,
    deviceId: async () => deviceIn(await store.read())?.id ?? null,
  });
  const active = createConnectionStatus({
    store,
    clientOf,
    withdrawnFrom: async (connection) => {
      try {
        return await withdrawnFrom(connection);
      } catch (cause) {
        // Storage failed. Report the status without withdrawals; the client sends nothing until it can read them.
        log.warn('withdrawals.unread', {}, cause);
        return [];
      }
    },
    owner,
    changed: tellStatus,
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  const memories = createMemories({
    isDevice,
    isDeviceActive,
    owner,
    transfer: createTransferClient(
      createFileFetch((request) => stayAwake(askDeviceServicePage(request))),
    ),
    records,
    reminder: exportReminder,
    forgetMemory: outbox.forgetMemory,
    refresh,
    rulesChanged: () => {
      tellRules().catch((cause: unknown) => log.warn('session-reads', {}, cause));
    },
    newId: () => crypto.randomUUID(),
  });

  events.on('connection.changed', 'connection.status', readStatusAgain);
  events.on('permissions.changed', 'connection.status', readStatusAgain);
  events.on('connection.chosen', 'memories.list', () => stayAwake(active.listMemories()));

  /** Also adds saves for items that are still on this device, for example after everything was forgotten. */
  async function create() {
    const created = await active.create();
    if (!created.ok || created.value.memories.length === 0) return created;
    const known = await records.fromService();
    if (!known.ok) log.warn('device-records', { code: known.error.code });
    await events.emit('memories.changed', { connectionId: await activeId() });
    return created;
  }

  async function refresh() {
    await events.emit('memories.changed', { connectionId: await activeId() });
    return active.listMemories();
  }

  async function readStatusAgain(): Promise<void> {
    announce({ event: 'connections.changed' });
    tellStatus(await active.status());
  }

  function tellStatus(status: ConnectionStatus): void {
    announce({ event: 'connection.status-changed', connection: status });
    void events.emit('connections.status-changed', { connection: status });
  }

  async function tellRules(): Promise<void> {
    await events.emit('rules.changed', { connectionId: await activeId() });
    announce({ event: 'rules.changed' });
  }

  async function activeId(): Promise<string> {
    return (await store.read()).activeId ?? '';
  }

  const handlers: Pick<Handlers, keyof typeof memoryMessages | 'outbox.update-now'> = {
    'connection.status': async () => ok(await active.status()),
    'connection.create': create,
    'memories.list': active.listMemories,
    'memories.create': ({ name, choose }) => active.createMemory(name, { choose }),
    'memories.choose': ({ id }) => active.choose(id),

    'memories.list-counts': memories.listMemories,
    'memories.rename': ({ id, name }) => empty(memories.rename(id, name)),
    'memories.delete': ({ id, confirm }) => memories.deleteMemory(id, confirm),
    'rules.list': memories.listRules,
    'rules.add': ({ content, key }) => memories.addRule(content, key),
    'rules.change': ({ id, content }) => memories.changeRule(id, content),
    'rules.delete': ({ id }) => empty(memories.deleteRule(id)),
    'transfer.export': ({ watch }) => memories.exportAll(watch),
    'transfer.reminder': ({ isPutOff }) => memories.remindOfExport(isPutOff),
    'transfer.import': ({ file }) => memories.importAll(file),

    'outbox.update-now': async ({ id }) => {
      const asked = await memories.updateNow(await outbox.get(id));
      return asked.ok ? outbox.retry({ id, tabId: null }) : asked;
    },
  };

  return { status: active.status, handlers, isDevice, isDeviceActive, refresh, owner, ...records };
}
