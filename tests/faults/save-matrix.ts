/**
 * Runs a page save and a highlight save against every fault: the real outbox, on the real client
 * and service.
 */
import type { OutboxItem, OutboxStatus } from '../../lib/outbox/model.ts';
import { ok } from '../../lib/contract/result.ts';
import { dueAt } from '../../lib/outbox/schedule.ts';
import { capture, createWorld, selection } from '../fixtures/outbox-world.ts';
import { outboxItem } from '../fixtures/outbox-item.ts';
import { openWorld, type World } from './call-matrix.ts';
import { faultList, type NamedFault } from './fault-list.ts';
import { countDocuments, countNotes } from './operations.ts';

export interface SaveCell {
  readonly kind: OutboxItem['kind'];
  readonly fault: NamedFault;
  /** How many requests the save sent during the fault. */
  readonly requests: number;
  /** The save after the outbox processed it during the fault. */
  readonly during: OutboxItem;
  /** Seconds until the automatic retry; null if there is none. */
  readonly againInSeconds: number | null;
  /** The final status, after the fault ended and the person retried if necessary. */
  readonly after: OutboxStatus;
  /** How many copies the service has in the end. */
  readonly copies: number;
}

/** Runs both saves with every fault, one after the other because they share the extension's database. */
export async function runSaves(): Promise<SaveCell[]> {
  const world = await openWorld();
  try {
    const saving = openOutbox(world);
    const cells: SaveCell[] = [];
    for (const kind of ['page', 'note'] as const) {
      for (const [nth, fault] of faultList.entries()) {
        cells.push(await runCell({ ...world, ...saving }, { kind, fault, word: `grebe${nth}` }));
      }
    }
    return cells;
  } finally {
    await world.close();
  }
}

type Saving = ReturnType<typeof openOutbox>;

async function runCell(
  world: World & Saving,
  { kind, fault, word }: { kind: OutboxItem['kind']; fault: NamedFault; word: string },
): Promise<SaveCell> {
  const { server, time, api, outbox, store } = world;
  const path = kind === 'page' ? /^\/v1\/documents$/ : /^\/v1\/memories$/;
  const url = `https://birds.example/${word}`;
  const item = {
    ...outboxItem({ kind }),
    id: `${kind}-${word}`,
    container: { id: world.container, name: 'Reading' },
    source: { url, title: word, tabId: 7, frameId: null },
    pageKey: url,
    createdAt: time.now(),
    updatedAt: time.now(),
    state: { status: 'requested' } as const,
  };
  const stored = async () => {
    const row = await store.get(item.id);
    if (row === null) throw new Error(`The save is missing: ${kind}, ${fault.name}.`);
    return row;
  };

  server.forgetLog();
  server.script({ method: 'POST', path, fault: fault.fault });
  await outbox.request(item);
  await outbox.resume();
  const during = await stored();
  const requests = server.log().filter(({ method }) => method === 'POST').length;
  const { state } = during;
  const againInSeconds = state.status === 'waiting' ? (state.until - time.now()) / 1000 : null;

  server.calm();
  if (state.status === 'refused' || state.status === 'paused') await outbox.retry(item.id, null);
  if (againInSeconds !== null) time.pass(againInSeconds * 1000);
  for (let round = 0; round < 20 && dueAt(await stored()) !== null; round += 1) {
    await outbox.resume();
    await world.learned();
    time.pass(1_000);
  }
  const { state: last } = await stored();
  await server.settled();
  const copies =
    kind === 'page' ? await countDocuments(api, url) : await countNotes(world, `${word}.`);
  return { kind, fault, requests, during, againInSeconds, after: last.status, copies };
}

/** Creates the extension's outbox. The text of each page and selection contains the page's title. */
function openOutbox({ client, time }: World) {
  const captureOf = ({ url, title }: OutboxItem['source']) => ({
    ...capture,
    url,
    title,
    content: `All about ${title}.`,
  });
  const { outbox, store } = createWorld({
    readPage: async (source) => ok(captureOf(source)),
    readSelection: async (source) =>
      ok({
        ...selection,
        ...captureOf(source),
        text: `Words on ${source.title}.`,
        pageUrl: source.url,
      }),
    clientOf: async () => client,
    now: time.now,
  });
  return { outbox, store };
}
