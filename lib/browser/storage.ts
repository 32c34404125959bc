import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { type SerialQueue, serialQueue } from '../async/serial-queue.ts';

/** Null if nothing could be parsed; `isWhole` is false if part of the value couldn't. */
export type Parsed<T> = { value: T; isWhole: boolean } | null;

type Declaration<T> = {
  /** `session` lasts until the browser closes; `local`, the default, until the extension is removed. */
  area?: 'local' | 'session';
  parse: (raw: unknown) => Parsed<T>;
  fallback: T;
  /** Empty values are removed rather than stored. */
  isEmpty?: (value: T) => boolean;
  /** Called if a value can't be parsed. The value is ignored. */
  report?: () => void;
  /** Whether to keep a value that can't be parsed under `<key>.corrupt`. */
  setsAside?: true;
  migrate?: () => Promise<void>;
};

export type ItemDeclaration<T> = Declaration<T> & {
  key: string;
};

export type FamilyDeclaration<T> = Declaration<T> & {
  prefix: string;
  suffix?: string;
};

export type StoredItem<T> = {
  read: () => Promise<T>;
  write: (value: T) => Promise<void>;
  /** Atomic. Writes nothing if `change` returns the same value. */
  update: (change: (value: T) => T) => Promise<T>;
  take: () => Promise<T>;
  remove: () => Promise<void>;
};

export function storedItem<T>(declaration: ItemDeclaration<T>): StoredItem<T> {
  return itemAt(declaration, serialQueue());
}

/** Stores one value per id. */
export function storedFamily<T>({ prefix, suffix = '', ...declaration }: FamilyDeclaration<T>) {
  const enqueue = serialQueue();

  /** Returns the unparsed values by id. */
  async function members(): Promise<[id: string, raw: unknown][]> {
    const all = Object.entries(await browser.storage[declaration.area ?? 'local'].get(null));
    return all
      .filter(([key]) => key.startsWith(prefix) && key.endsWith(suffix))
      .map(([key, raw]) => [key.slice(prefix.length, key.length - suffix.length), raw]);
  }

  return {
    of: (id: string | number): StoredItem<T> =>
      itemAt({ ...declaration, key: `${prefix}${id}${suffix}` }, enqueue),

    /** Includes ids whose values are unreadable. */
    ids: (): Promise<string[]> => enqueue(async () => (await members()).map(([id]) => id)),

    /** Skips unreadable values. */
    list: (): Promise<T[]> =>
      enqueue(async () =>
        (await members()).flatMap(([, raw]) => {
          const parsed = declaration.parse(raw);
          return parsed === null ? [] : [parsed.value];
        }),
      ),
  };
}

function itemAt<T>(declaration: ItemDeclaration<T>, enqueue: SerialQueue): StoredItem<T> {
  const { key, area: name = 'local', parse, fallback, isEmpty, report, setsAside } = declaration;
  // Looked up on each use, so that a missing API fails the call, not the import.
  const area = () => browser.storage[name];

  async function load(): Promise<T> {
    await declaration.migrate?.();
    const { [key]: raw } = await area().get(key);
    if (raw === undefined) return fallback;
    const parsed = parse(raw);
    if (parsed?.isWhole !== true) await handleCorrupt(raw, parsed);
    return parsed === null ? fallback : parsed.value;
  }

  async function handleCorrupt(raw: unknown, parsed: Parsed<T>): Promise<void> {
    report?.();
    if (setsAside === undefined) return;
    await area().set({ [`${key}.corrupt`]: raw });
    if (parsed === null) await area().remove(key);
    else await store(parsed.value);
  }

  async function store(value: T): Promise<void> {
    if (isEmpty?.(value) === true) await area().remove(key);
    else await area().set({ [key]: value });
  }

  return {
    read: () => enqueue(load),
    write: (value) => enqueue(() => store(value)),
    update: (change) =>
      enqueue(async () => {
        const before = await load();
        const after = change(before);
        if (after !== before) await store(after);
        return after;
      }),
    take: () =>
      enqueue(async () => {
        const value = await load();
        await area().remove(key);
        return value;
      }),
    remove: () => enqueue(() => area().remove(key)),
  };
}

export function valueOf<T>(schema: z.ZodMiniType<T>): (raw: unknown) => Parsed<T> {
  return (raw) => {
    const parsed = z.safeParse(schema, raw);
    return parsed.success ? { value: parsed.data, isWhole: true } : null;
  };
}

const unknownRows = z.array(z.unknown());

/** Parses row by row, so that a bad row doesn't affect the others. */
export function rowsOf<T>(schema: z.ZodMiniType<T>): (raw: unknown) => Parsed<T[]> {
  return (raw) => {
    const rows = z.safeParse(unknownRows, raw);
    if (!rows.success) return null;
    const value = rows.data.flatMap((row) => {
      const parsed = z.safeParse(schema, row);
      return parsed.success ? [parsed.data] : [];
    });
    return { value, isWhole: value.length === rows.data.length };
  };
}

/** Hides `storage.local` from content scripts, and so from a compromised renderer. Firefox doesn't support this. */
export async function closeStorageToPages(): Promise<void> {
  const { local } = browser.storage;
  if ('setAccessLevel' in local) await local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}

export async function clearStorage(): Promise<void> {
  await Promise.all([browser.storage.session.clear(), browser.storage.local.clear()]);
}
