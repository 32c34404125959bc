import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../../tests/fixtures/outbox-item.ts';
import { type AppError } from '../../contracts/errors.ts';
import { err, ok } from '../../contracts/result.ts';
import { createOwn, type OwnPorts } from './own.ts';

const notFound = {
  code: 'memory.not-found',
  message: 'Gone.',
  retryable: false,
} as const satisfies AppError;
const rule = { id: 'r1', content: 'Be brief.', key: null };

const down = { code: 'memory.server', message: 'Down.', retryable: true } as const;

type Changes = {
  owner?: Partial<OwnPorts['owner']>;
  isAtHome?: boolean;
  isBroken?: boolean;
  cannotWrite?: boolean;
};

function createWorld({
  owner = {},
  isAtHome = true,
  isBroken = false,
  cannotWrite = false,
}: Changes = {}) {
  const did: string[] = [];
  const note = (what: string) => void did.push(what);
  let ids = 0;
  const own = createOwn({
    isAtHome: async () => isAtHome,
    isOwn: async (connectionId) => connectionId === 'device',
    owner: {
      createContainer: async () => ok({ id: 'c1', name: 'Work' }),
      listContainers: async () => ok([]),
      renameContainer: async (id, name) => (note(`rename ${id} ${name}`), ok(null)),
      deleteContainer: async () => ok({ outcome: 'deleted' }),
      updateNow: async (id) => (note(`update ${id}`), ok(null)),
      listRules: async () => ok([rule]),
      createRule: async ({ content, key }) => (
        note(`add ${content}`),
        ok({ id: 'r2', content, key })
      ),
      changeRule: async (id, content) => ok({ id, content, key: null }),
      deleteRule: async () => ok(null),
      ...owner,
    },
    transfer: {
      exportTo: async (file) => (cannotWrite ? err(down) : (note(`export ${file}`), ok(null))),
      importFrom: async (file) => {
        note(`import ${file}`);
        return isBroken ? err(notFound) : ok(report);
      },
    },
    forgetMemory: async (id) => note(`forget ${id}`),
    refresh: async () => note('refresh'),
    rulesChanged: () => note('rules'),
    newId: () => `id-${(ids += 1)}`,
  });
  return { own, did };
}

const tally = { added: 0, known: 0 };
const report = {
  memories: tally,
  documents: tally,
  notes: tally,
  facts: tally,
  rules: { ...tally, skipped: 0 },
};

describe('own', () => {
  it('does nothing before a home was chosen', async () => {
    const { own, did } = createWorld({ isAtHome: false });

    for (const result of [
      await own.listMemories(),
      await own.rename('c1', 'Work'),
      await own.deleteMemory('c1', true),
      await own.addRule('Be kind.', null),
      await own.exportAll(),
      await own.importAll('f1'),
    ]) {
      expect(result).toMatchObject({ ok: false, error: { code: 'home.none' } });
    }
    expect(did).toEqual([]);
  });

  it('has the surfaces told of a new name', async () => {
    const { own, did } = createWorld();

    await own.rename('c1', 'Letters');

    expect(did).toEqual(['rename c1 Letters', 'refresh']);
  });

  it('relays the question of the home word for word, and refreshes only after a deletion', async () => {
    const question = { outcome: 'confirmation-required', sentence: 'All of it?' } as const;
    const asking = createWorld({ owner: { deleteContainer: async () => ok(question) } });
    const deleting = createWorld();

    expect(await asking.own.deleteMemory('c1', false)).toEqual(ok(question));
    expect(asking.did).toEqual([]);
    await deleting.own.deleteMemory('c1', true);
    expect(deleting.did).toEqual(['forget c1', 'refresh']);
  });

  it('takes a Memory that is gone for deleted where that was confirmed, and says so where it was not', async () => {
    const { own, did } = createWorld({ owner: { deleteContainer: async () => err(notFound) } });

    expect(await own.deleteMemory('c1', true)).toEqual(ok({ outcome: 'deleted' }));
    expect(did).toEqual(['forget c1', 'refresh']);
    expect(await own.deleteMemory('c1', false)).toEqual(err(notFound));
  });

  it('adds no rule twice for the same key, and one more for another', async () => {
    const { own, did } = createWorld();

    expect(await own.addRule(' Be brief. ', null)).toEqual(ok(rule));
    expect(did).toEqual([]);
    await own.addRule('Be brief.', 'k1');
    expect(did).toEqual(['add Be brief.', 'rules']);
  });

  it('has the surfaces told of each rule that changed, and of none that could not', async () => {
    const { own, did } = createWorld();
    const failing = createWorld({ owner: { changeRule: async () => err(notFound) } });

    await own.changeRule('r1', 'Be kind.');
    await own.deleteRule('r1');
    await failing.own.changeRule('r1', 'Be kind.');

    expect(did).toEqual(['rules', 'rules']);
    expect(failing.did).toEqual([]);
  });

  it('takes a rule that is gone for deleted', async () => {
    const { own } = createWorld({ owner: { deleteRule: async () => err(notFound) } });

    expect(await own.deleteRule('r1')).toEqual(ok({}));
  });

  it('exports to a file of its own each time', async () => {
    const { own } = createWorld();

    expect(await own.exportAll()).toEqual(ok({ file: 'id-1' }));
    expect(await own.exportAll()).toEqual(ok({ file: 'id-2' }));
  });

  it('has the surfaces told of what came in, also where the file broke off', async () => {
    const whole = createWorld();
    const broken = createWorld({ isBroken: true });

    expect(await whole.own.importAll('f1')).toEqual(ok(report));
    expect(await broken.own.importAll('f1')).toEqual(err(notFound));
    expect(whole.did).toEqual(['import f1', 'refresh', 'rules']);
    expect(broken.did).toEqual(['import f1', 'refresh', 'rules']);
  });
});

describe('what failed in the home', () => {
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
    ['a new name', () => own.rename('c1', 'Letters')],
    ['a deletion', () => own.deleteMemory('c1', true)],
    ['a rule that was to be compared', () => own.addRule('Be kind.', null)],
    ['the end of a rule', () => own.deleteRule('r1')],
    ['an export', () => own.exportAll()],
  ])('is told as it is, and changes nothing: %s', async (_, act) => {
    expect(await act()).toEqual(err(down));
    expect(did).toEqual([]);
  });

  it('is told of a rule that could not be written', async () => {
    const world = createWorld({ owner: { createRule: failing } });

    expect(await world.own.addRule('Be kind.', null)).toEqual(err(down));
    expect(world.did).toEqual([]);
  });
});

describe('updating now', () => {
  const failed = { status: 'failed', documentId: 'd1', reason: null } as const;

  it('begins the learning of what failed here anew', async () => {
    const { own, did } = createWorld();

    expect(await own.updateNow(outboxItem({ connectionId: 'device', state: failed }))).toEqual(
      ok(null),
    );

    expect(did).toEqual(['update d1']);
  });

  it.each([
    ['is kept elsewhere', outboxItem({ connectionId: 'elsewhere', state: failed })],
    [
      'has no id yet',
      outboxItem({ connectionId: 'device', state: { ...failed, documentId: null } }),
    ],
    ['did not fail', outboxItem({ connectionId: 'device', state: { status: 'captured' } })],
    ['is gone', null],
  ])('does nothing for what %s', async (_, item) => {
    const { own, did } = createWorld();

    expect(await own.updateNow(item)).toMatchObject({ error: { code: 'memory.not-offered' } });

    expect(did).toEqual([]);
  });
});
