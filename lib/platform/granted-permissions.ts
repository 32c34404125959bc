/** What the browser lets the extension do now, and since when, which no browser tells: it is noted when it is allowed. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { createTurns } from '../core/in-turn.ts';

const key = 'permission-dates.v1';

/** By the name of a permission or the pattern of a site; `installed` is when the extension was. */
export type PermissionDates = Readonly<Record<string, number>>;

export type GrantedPermissions = { names: string[]; origins: string[] };

/** Gives all that is allowed, that of the installation too. */
export async function grantedPermissions(): Promise<GrantedPermissions> {
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  return { names: permissions, origins };
}

/** Gives one back; one the browser does not hold is given back already. */
export async function releasePermission(name: 'tabs' | 'bookmarks'): Promise<void> {
  await browser.permissions.remove({ permissions: [name] });
}

/** Names of what the manifest asks for at the installation. */
export function installedNames(): string[] {
  return browser.runtime.getManifest().permissions?.map(String) ?? [];
}

/** Whether the browser shows the extension files of the device; null where it knows no such switch. */
export async function filesAllowed(): Promise<boolean | null> {
  return import.meta.env.FIREFOX ? null : browser.extension.isAllowedFileSchemeAccess();
}

/** Tells what came or went; must be called synchronously when the background starts. */
export function listenToGrants(
  listener: (change: 'added' | 'removed', what: GrantedPermissions) => void,
): void {
  const tell =
    (change: 'added' | 'removed') =>
    ({ permissions = [], origins = [] }: { permissions?: string[]; origins?: string[] }) =>
      listener(change, { names: permissions, origins });
  browser.permissions.onAdded.addListener(tell('added'));
  browser.permissions.onRemoved.addListener(tell('removed'));
}

/** Makes the store; its changes follow one another, and a reading waits for those before it. */
export function createPermissionDateStore() {
  const inTurn = createTurns();

  /** What cannot be read is not known any more; nothing else hangs on it. */
  async function load(): Promise<PermissionDates> {
    const { [key]: raw } = await browser.storage.local.get(key);
    const dates: Record<string, number> = {};
    for (const [name, at] of Object.entries(rowsSchema.safeParse(raw).data ?? {})) {
      if (typeof at === 'number') dates[name] = at;
    }
    return dates;
  }

  return {
    read: (): Promise<PermissionDates> => inTurn(load),

    /** A change that gives what it was given writes nothing. */
    update: (change: (dates: PermissionDates) => PermissionDates): Promise<void> =>
      inTurn(async () => {
        const before = await load();
        const dates = change(before);
        if (dates === before) return;
        if (Object.keys(dates).length === 0) await browser.storage.local.remove(key);
        else await browser.storage.local.set({ [key]: dates });
      }),
  };
}

const rowsSchema = z.record(z.string(), z.unknown());
