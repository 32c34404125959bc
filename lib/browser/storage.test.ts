import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import * as z from 'zod/mini';
import { rowsOf, storedFamily, storedItem } from './storage.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

const { local, session } = fakeBrowser.storage;
const numbers = { parse: rowsOf(z.number()), fallback: [] as number[] };

beforeEach(() => fakeBrowser.reset());

describe('storedItem', () => {
  it('reads its default until a value is written', async () => {
    const item = storedItem({ key: 'n.v1', ...numbers });
    expect(await item.read()).toEqual([]);

    await item.write([1, 2]);

    expect(await item.read()).toEqual([1, 2]);
    expect(await local.get(null)).toEqual({ 'n.v1': [1, 2] });
    expect(await session.get(null)).toEqual({});
  });

  it('keeps concurrent changes', async () => {
    const item = storedItem({ area: 'session', key: 'n', ...numbers });

    await Promise.all([1, 2, 3].map((n) => item.update((before) => [...before, n])));

    expect(await item.read()).toEqual([1, 2, 3]);
  });

  it('writes nothing if the change returns the same value', async () => {
    const item = storedItem({ key: 'n', ...numbers });

    await item.update((before) => before);

    expect(await local.get(null)).toEqual({});
  });

  it('removes an empty value', async () => {
    const isEmpty = (value: number[]) => value.length === 0;
    const item = storedItem({ key: 'n', isEmpty, ...numbers });
    await item.write([1]);

    await item.write([]);

    expect(await local.get(null)).toEqual({});
  });

  it('returns a taken value once, even if taken twice at the same time', async () => {
    const item = storedItem({ area: 'session', key: 'n', ...numbers });
    await item.write([1]);

    expect(await Promise.all([item.take(), item.take()])).toEqual([[1], []]);
  });

  it('reads the default instead of a value it can’t parse', async () => {
    await local.set({ n: 'three' });

    const item = storedItem({ key: 'n', ...numbers });

    expect(await item.read()).toEqual([]);
    expect(await local.get(null)).toEqual({ n: 'three' });
  });

  it('reports an unreadable row and returns the others', async () => {
    await local.set({ n: [1, 'two', 3] });
    const report = vi.fn<() => void>();

    const item = storedItem({ key: 'n', report, ...numbers });

    expect(await item.read()).toEqual([1, 3]);
    expect(report).toHaveBeenCalledOnce();
  });

  it.each([
    ['as a whole', 'three', {}, []],
    ['in part', [1, 'two'], { n: [1] }, [1]],
  ])('sets aside a value that is unreadable %s', async (_, raw, left, value) => {
    await local.set({ n: raw });
    const item = storedItem({ key: 'n', setsAside: true, ...numbers });

    expect(await item.read()).toEqual(value);

    expect(await local.get(null)).toEqual({ ...left, 'n.corrupt': raw });
  });
});

describe('storedFamily', () => {
  it('keeps one value per id and lists the readable ones', async () => {
    const family = storedFamily({ area: 'session', prefix: 'n.', ...numbers });
    await family.of(1).write([1]);
    await family.of(2).write([2]);
    await session.set({ 'n.3': 'three', other: [4] });

    expect(await family.of(1).read()).toEqual([1]);
    expect(await family.list()).toEqual([[1], [2]]);

    await family.of(1).remove();
    expect(await family.list()).toEqual([[2]]);
  });
});
