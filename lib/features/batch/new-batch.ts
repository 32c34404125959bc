/** What a batch is made of: the home and Memory it goes to, its entries, and the sites it asks for. */
import type { Batch, BatchEntry } from '../../contracts/batches.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { MessageInput } from '../../contracts/messages.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { addressesIn } from '../../core/batch/bookmark-tree.ts';
import { type Chosen, newEntries } from '../../core/batch/entries.ts';
import { originsOfUrls, originsReadAt } from '../../core/batch/origins.ts';
import { activeHome } from '../../core/connections/connections.ts';
import { everySite } from '../../core/connections/origins.ts';
import { folderGone, noHome, noMemory, onlyReads } from './batch-errors.ts';
import type { BatchPorts } from './ports.ts';

type MakingPorts = Pick<BatchPorts, 'readSettings' | 'bookmarksIn' | 'newId' | 'now'>;

/** Gives what is to be written of a batch that the person begins; nothing is written yet. */
export async function newBatch(
  { id, memoryId, from }: MessageInput<'batches.start'>,
  ports: MakingPorts,
): Promise<Result<{ batch: Batch; entries: BatchEntry[] }, AppError>> {
  const home = activeHome(await ports.readSettings());
  if (home === null) return err(noHome);
  if (home.connection.kind === 'read-only') return err(onlyReads);
  const container = home.memories.find((memory) => memory.id === memoryId);
  if (container === undefined) return err(noMemory);
  const source = await sourceOf(from, ports);
  if (source === null) return err(folderGone);
  const { entries, folded } = newEntries(source.chosen, { batchId: id, newId: ports.newId });
  const read = entries.filter(({ tabId }) => tabId !== null).map(({ url }) => url);
  const addresses = entries.filter(({ tabId }) => tabId === null).map(({ url }) => url);
  const readsHere = home.connection.kind === 'device';
  const batch: Batch = {
    id,
    kind: from.kind,
    name: source.name,
    connectionId: home.connection.id,
    container,
    status: 'running',
    trouble: null,
    folded,
    origins: readsHere ? originsHere(from.kind, { read, addresses }) : originsOfUrls(read),
    readsHere,
    borrowed: from.borrowed,
    createdAt: ports.now(),
  };
  return ok({ batch, entries });
}

async function sourceOf(
  from: MessageInput<'batches.start'>['from'],
  { bookmarksIn }: MakingPorts,
): Promise<{ name: string; chosen: Iterable<Chosen> } | null> {
  if (from.kind === 'tabs') return { name: '', chosen: from.tabs };
  const folder = await bookmarksIn(from.folderId);
  if (folder === null) return null;
  const chosen = addressesIn(folder).map((address) => ({ ...address, tabId: null }));
  return { name: folder.title, chosen };
}

/** A folder may name thousands of sites, so all of them stand for it. */
function originsHere(
  kind: Batch['kind'],
  { read, addresses }: { read: readonly string[]; addresses: readonly string[] },
): string[] {
  if (kind === 'bookmarks') return [everySite];
  return [...new Set([...originsOfUrls(read), ...originsReadAt(addresses)])];
}
