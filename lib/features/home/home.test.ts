import { beforeEach, describe, expect, it } from 'vitest';
import type { AppError, MemoryError } from '../../contracts/errors.ts';
import type { HomeStatus } from '../../contracts/messages.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { MemoryChoice, Settings } from '../../contracts/settings.ts';
import type { MemoryClient } from '../../memory/client.ts';
import { createHome } from './home.ts';

const unreachable: MemoryError = { code: 'memory.unreachable', message: 'No.', retryable: true };
const conflict: MemoryError = { code: 'memory.conflict', message: 'Taken.', retryable: false };

let settings: Settings;
let there: Result<MemoryChoice[], MemoryError>;
let told: HomeStatus[];

beforeEach(() => {
  settings = { connection: null, memories: [], chosenMemoryId: null };
  there = ok([]);
  told = [];
});

function openHome(createContainer?: (name: string) => Promise<Result<MemoryChoice, AppError>>) {
  return createHome({
    settings: {
      read: async () => settings,
      update: async (change) => {
        settings = change(settings);
        return settings;
      },
    },
    clientOf: () => ({ containers: { list: async () => there } }) as unknown as MemoryClient,
    owner: {
      createContainer:
        createContainer ??
        (async (name) => {
          const made = { id: name.toLowerCase(), name };
          there = ok([...(there.ok ? there.value : []), made]);
          return ok(made);
        }),
    },
    changed: (status) => told.push(status),
    newId: () => 'device-1',
    now: () => 5,
  });
}

describe('the home', () => {
  it('is chosen only once it has answered', async () => {
    there = err(unreachable);
    const home = openHome();

    expect(await home.create()).toEqual({ ok: false, error: unreachable });
    expect((await home.status()).kind).toBeNull();

    there = ok([]);
    expect(await home.create()).toMatchObject({ ok: true, value: { kind: 'device' } });
    expect(told).toHaveLength(1);
  });

  it('keeps its identity where it is created again', async () => {
    const home = openHome();
    await home.create();
    const first = settings.connection;

    await home.create();

    expect(settings.connection).toEqual(first);
  });

  it('chooses a Memory that was just made', async () => {
    const home = openHome();
    await home.create();
    await home.createMemory('Reading', { choose: true });

    const made = await home.createMemory('Work', { choose: true });

    expect(made).toMatchObject({ ok: true, value: { chosenMemoryId: 'work' } });
    expect(told.at(-1)?.memories.map(({ name }) => name)).toEqual(['Reading', 'Work']);
  });

  it('leaves saves where they go while it makes a Memory that is not to be chosen', async () => {
    const home = openHome();
    await home.create();
    await home.createMemory('Reading', { choose: true });

    const made = await home.createMemory('Work', { choose: false });

    expect(made).toMatchObject({ ok: true, value: { chosenMemoryId: 'reading' } });
    expect(told.at(-1)?.memories.map(({ name }) => name)).toEqual(['Reading', 'Work']);
    expect(told.map(({ chosenMemoryId }) => chosenMemoryId)).not.toContain('work');
  });

  it('chooses the Memory that has the name already, also where only the service knew', async () => {
    const home = openHome(async () => err(conflict));
    await home.create();
    there = ok([
      { id: 'r', name: 'Recipes' },
      { id: 'w', name: 'Work' },
    ]);

    expect(await home.createMemory(' work ', { choose: true })).toMatchObject({
      ok: true,
      value: { chosenMemoryId: 'w' },
    });
  });

  it('asks for no Memory of a name it knows', async () => {
    const asked: string[] = [];
    const home = openHome(async (name) => {
      asked.push(name);
      return err(conflict);
    });
    there = ok([{ id: 'w', name: 'Work' }]);
    await home.create();

    expect(await home.createMemory('WORK', { choose: true })).toMatchObject({
      value: { chosenMemoryId: 'w' },
    });
    expect(asked).toEqual([]);
  });

  it('says so where a name is taken by a Memory it cannot find', async () => {
    const home = openHome(async () => err(conflict));
    await home.create();

    expect(await home.createMemory('Hidden', { choose: true })).toEqual({
      ok: false,
      error: conflict,
    });
  });

  it('forgets a choice whose Memory is gone', async () => {
    const home = openHome();
    await home.create();
    await home.createMemory('Reading', { choose: true });
    there = ok([{ id: 'w', name: 'Work' }]);

    expect(await home.listMemories()).toMatchObject({ value: { chosenMemoryId: 'w' } });
  });

  it('lists nothing before there is one', async () => {
    expect(await openHome().listMemories()).toMatchObject({ error: { code: 'home.none' } });
  });
});
