import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { type AppError } from '../contract/errors.ts';
import { err, ok } from '../contract/result.ts';
import { createMemories, type MemoriesPorts } from './memories.ts';

const notFound = {
  code: 'memory.not-found',
  message: 'Gone.',
  retryable: false,
} as const satisfies AppError;
const rule = { id: 'r1', content: 'Be brief.', key: null };

const down = { code: 'memory.server', message: 'Down.', retryable: true } as const;

type Changes = {
  owner?: Partial<MemoriesPorts['owner']>;
  isDeviceActive?: boolean;
  isBroken?: boolean;
  cannotWrite?: boolean;
};

function createWorld({
  owner = {},
  isDeviceActive = true,
  isBroken = false,
  cannotWrite = false,
}: Changes = {}) {
  const did: string[] = [];
  const note = (what: string) => void did.push(what);
  let ids = 0;
  const own = createMemories({
    isDeviceActive: async () => isDeviceActive,
    isDevice: async (connectionId) => connectionId === 'device',
    owner: {
      createContainer: async () => ok({ id: 'c1', name: 'Work' }),
      listContainers: async () => ok([]),
      renameContainer: async (id, name) => (note(`rename ${id} ${name}`), ok({ id, name })),
      deleteContainer: async () => ok({ outcome: 'deleted' }),
      updateNow: async (id) => (note(`update ${id}`), ok(null)),
      listRules: async () => ok([rule]),
      createRule: async ({ content, key }) => (
        note(`add ${content}`),
        ok({ id: 'r2', content, key })
      ),
      changeRule: async (id, content) => ok({ id, content, key: null }),
      deleteRule: async () => ok(null),
      listNotes: async () => ok({ notes: [], next_cursor: null }),
      describeNotes: async () => ok(null),
      listBin: async () => ok([]),
      restore: async () => err(notFound),
      emptyBin: async () => ok({ outcome: 'deleted' }),
      removeFromBin: async () => ok({ outcome: 'deleted' }),
      ...owner,
    },
    transfer: {
      exportTo: async (file) => (cannotWrite ? err(down) : (note(`export ${file}`), ok(null))),
      importFrom: async (file) => {
        note(`import ${file}`);
        return isBroken ? err(notFound) : ok(report);
      },
    },
    reminder: {
      savesDue: async (items) => (note(`due ${items}`), items),
      putOff: async (items) => (note(`put off ${items}`), counts),
      exported: async (items) => note(`exported ${items}`),
      imported: async (added) => (note(`imported ${added}`), counts),
    },
    records: {
      toService: async () => ok(null),
      fromService: async () => (note('records from service'), ok(null)),
    },
    forgetMemory: async (id) => note(`forget ${id}`),
    refresh: async () => note('refresh'),
    rulesChanged: () => note('rules'),
    newId: () => `id-${(ids += 1)}`,
  });
  return { own, did };
}

const counts = { exported: 0, due: 200 };
const tally = { added: 0, known: 0 };
const report = {
  memories: tally,
  documents: tally,
  notes: tally,
  facts: tally,
  rules: { ...tally, skipped: 0 },
};

describe('Memories of the device service', () => {
  it('does nothing before a connection is chosen', async () => {
    const { own, did } = createWorld({ isDeviceActive: false });

    for (const result of [
      await own.listMemories(),
      await own.rename('c1', 'Work'),
      await own.deleteMemory('c1', true),
      await own.addRule('Be kind.', null),
      await own.exportAll('w1'),
      await own.importAll('f1'),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'connection.none' } });
    }
    expect(did).toEqual([]);
  });

  it('refreshes the status after a rename', async () => {
    const { own, did } = createWorld();

    await own.rename('c1', 'Letters');

    expect(did).toEqual(['rename c1 Letters', 'refresh']);
  });

  it('returns the service’s confirmation message verbatim, and refreshes only after a deletion', async () => {
    const question = { outcome: 'confirmation-required', sentence: 'All of it?' } as const;
    const asking = createWorld({ owner: { deleteContainer: async () => ok(question) } });
    const deleting = createWorld();

    expect(await asking.own.deleteMemory('c1', false)).toEqual(ok(question));
    expect(asking.did).toEqual([]);
    await deleting.own.deleteMemory('c1', true);
    expect(deleting.did).toEqual(['forget c1', 'refresh']);
  });

  it('counts a missing Memory as deleted only if the deletion was confirmed', async () => {
    const { own, did } = createWorld({ owner: { deleteContainer: async () => err(notFound) } });

    expect(await own.deleteMemory('c1', true)).toEqual(ok({ outcome: 'deleted' }));
    expect(did).toEqual(['forget c1', 'refresh']);
    expect(await own.deleteMemory('c1', false)).toEqual(err(notFound));
  });

  it('adds a rule once for a key, and again for another key', async () => {
    const { own, did } = createWorld();

    expect(await own.addRule(' Be brief. ', null)).toEqual(ok(rule));
    expect(did).toEqual([]);
    await own.addRule('Be brief.', 'k1');
    expect(did).toEqual(['add Be brief.', 'rules']);
  });

  it('reports each rule that changed, and no other', async () => {
    const { own, did } = createWorld();
    const failing = createWorld({ owner: { changeRule: async () => err(notFound) } });

    await own.changeRule('r1', 'Be kind.');
    await own.deleteRule('r1');
    await failing.own.changeRule('r1', 'Be kind.');

    expect(did).toEqual(['rules', 'rules']);
    expect(failing.did).toEqual([]);
  });

  it('counts a missing rule as deleted', async () => {
    const { own } = createWorld({ owner: { deleteRule: async () => err(notFound) } });

    expect(await own.deleteRule('r1')).toEqual(ok(null));
  });

  it('exports to a new file each time', async () => {
    const { own } = createWorld();

    expect(await own.exportAll('w1')).toEqual(ok({ file: 'id-1' }));
    expect(await own.exportAll('w1')).toEqual(ok({ file: 'id-2' }));
  });

  it('counts items at an export and an import, for the reminder', async () => {
    const listContainers = async () =>
      ok([{ id: 'c1', name: 'Work', documents: 150, notes: 48, facts: 2 }]);
    const { own, did } = createWorld({ owner: { listContainers } });

    expect(await own.remindOfExport(false)).toEqual(ok({ saves: 200 }));
    await own.remindOfExport(true);
    await own.exportAll('w1');
    await own.importAll('f1');

    expect(did.filter((what) => /^(due|put|exported|imported)/.test(what))).toEqual([
      'due 200',
      'put off 200',
      'due 200',
      'exported 200',
      'imported 0',
    ]);
  });

  it('doesn’t count an export that failed', async () => {
    const { own, did } = createWorld({ cannotWrite: true });

    await own.exportAll('w1');

    expect(did).toEqual([]);
  });

  it('refreshes the status after an import, even if the import was interrupted', async () => {
    const whole = createWorld();
    const broken = createWorld({ isBroken: true });

    expect(await whole.own.importAll('f1')).toEqual(ok(report));
    expect(await broken.own.importAll('f1')).toEqual(err(notFound));
    const did = ['records from service', 'refresh', 'rules'];
    expect(whole.did).toEqual(['import f1', 'imported 0', ...did]);
    expect(broken.did).toEqual(['import f1', ...did]);
  });
});

describe('an error from the service', () => {
  const failing = async () => err(down);
  const { own, did } = createWorld({
    owner: {
      renameContainer: failing,
      deleteContainer: failing,
      listRules: failing,
      deleteRule: failing,
    },
    cannotWrite: true,
  });

  it.each<[string, () => Promise<unknown>]>([
    ['renaming', () => own.rename('c1', 'Letters')],
    ['deleting', () => own.deleteMemory('c1', true)],
    ['listing rules before adding one', () => own.addRule('Be kind.', null)],
    ['deleting a rule', () => own.deleteRule('r1')],
    ['exporting', () => own.exportAll('w1')],
  ])('is returned and changes nothing: %s', async (_, act) => {
    expect(await act()).toEqual(err(down));
    expect(did).toEqual([]);
  });

  it('is returned for a rule that could not be stored', async () => {
    const world = createWorld({ owner: { createRule: failing } });

    expect(await world.own.addRule('Be kind.', null)).toEqual(err(down));
    expect(world.did).toEqual([]);
  });
});

describe('updateNow', () => {
  const failed = { status: 'failed', documentId: 'd1', reason: null } as const;

  it('restarts indexing of a failed document', async () => {
    const { own, did } = createWorld();

    expect(await own.updateNow(outboxItem({ connectionId: 'device', state: failed }))).toEqual(
      ok(null),
    );

    expect(did).toEqual(['update d1']);
  });

  it.each([
    ['is in another connection', outboxItem({ connectionId: 'elsewhere', state: failed })],
    [
      'has no id yet',
      outboxItem({ connectionId: 'device', state: { ...failed, documentId: null } }),
    ],
    ['did not fail', outboxItem({ connectionId: 'device', state: { status: 'captured' } })],
    ['is gone', null],
  ])('does nothing for an item that %s', async (_, item) => {
    const { own, did } = createWorld();

    expect(await own.updateNow(item)).toMatchObject({ error: { code: 'memory.not-offered' } });

    expect(did).toEqual([]);
  });
});
