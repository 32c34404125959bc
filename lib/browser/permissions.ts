/** The permission to reach a service: none at install, each asked of the person in their click and given back after. */
import { browser } from 'wxt/browser';
import { sentToServices } from '../contract/sent-data.ts';
import { originPattern } from '../url/origins.ts';
import * as z from 'zod/mini';
import { storedItem } from './storage.ts';

/** What Firefox asks of the person beside the origins of a service; other browsers know no such permission. */
const sending = import.meta.env.FIREFOX ? { data_collection: [...sentToServices] } : {};

/** Must be called in the person's click itself, before anything is awaited: browsers ask for that. */
export function requestOrigins(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: origins.map(originPattern) });
}

/** Asks like `requestOrigins` for services that the person's memory is to be sent to. */
export function requestServices(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: origins.map(originPattern), ...sending });
}

/**
 * Asks like `requestOrigins`, and gives those of the origins that were not allowed before: they alone are to be given
 * back. Null where the person said no.
 */
export async function borrowOrigins(origins: readonly string[]): Promise<string[] | null> {
  // Looked up and asked for in one go: browsers answer in order, and a question that comes later they do not put.
  const held = origins.map((origin) =>
    browser.permissions.contains({ origins: [originPattern(origin)] }),
  );
  if (!(await requestOrigins(origins))) return null;
  const isHeld = await Promise.all(held);
  return origins.filter((_, index) => isHeld[index] !== true);
}

/** Gives the permission back. */
export async function releaseOrigin(origin: string): Promise<void> {
  await browser.permissions.remove({ origins: [originPattern(origin)] });
}

/** Gives back what was allowed for services beside their origins. */
export async function releaseSending(): Promise<void> {
  if (import.meta.env.FIREFOX) await browser.permissions.remove({ permissions: [], ...sending });
}

/** Gives back every permission that was asked of the person; those of the install stay. */
export async function releaseAll(): Promise<void> {
  const { origins = [] } = await browser.permissions.getAll();
  // Apart from each other: what cannot be given back of the one must not keep the other.
  const given = await Promise.allSettled([
    browser.permissions.remove({ origins }),
    browser.permissions.remove({ permissions: ['tabs', 'bookmarks'], ...sending }),
  ]);
  for (const one of given) if (one.status === 'rejected') throw one.reason;
}

/**
 * Makes what knows which origins are allowed to be read, or to be sent to; `forget` is to be called whenever a permission
 * came or went.
 */
export function createOriginPermissions(use: 'read' | 'send') {
  const known = new Map<string, Promise<boolean>>();

  /** Whether that is allowed of the origin now. */
  function isGranted(origin: string): Promise<boolean> {
    const pattern = originPattern(origin);
    const needed = { origins: [pattern], ...(use === 'send' ? sending : {}) };
    const asked = known.get(pattern) ?? browser.permissions.contains(needed);
    known.set(pattern, asked);
    const drop = () => {
      if (known.get(pattern) === asked) known.delete(pattern);
    };
    // That it was allowed in the surface is told later, at times, than the message which follows on it.
    asked.then((isAllowed) => (isAllowed ? undefined : drop()), drop);
    return asked;
  }

  return { isGranted, forget: () => known.clear() };
}

/**
 * Tells that the person allowed an origin or took one back, also in the browser's own settings; must be called
 * synchronously when the background starts.
 */
export function listenToPermissions(listener: (change: 'added' | 'removed') => void): void {
  browser.permissions.onAdded.addListener(() => listener('added'));
  browser.permissions.onRemoved.addListener(() => listener('removed'));
}

export function isSiteGranted(pattern: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [pattern] });
}

/** Gives the permission back; one the browser does not hold is given back already. */
export async function releaseSite(pattern: string): Promise<void> {
  await browser.permissions.remove({ origins: [pattern] });
}

/** By the name of a permission or the pattern of a site; `installed` is when the extension was. */
type PermissionDates = Readonly<Record<string, number>>;

type GrantedPermissions = { names: string[]; origins: string[] };

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

const unknownRecord = z.record(z.string(), z.unknown());

/** Nothing else depends on a date that cannot be read. */
export const permissionDateStore = storedItem<PermissionDates>({
  area: 'local',
  key: 'permission-dates.v1',
  parse(raw) {
    const rows = Object.entries(unknownRecord.safeParse(raw).data ?? {});
    const dates = rows.filter((row): row is [string, number] => typeof row[1] === 'number');
    return { value: Object.fromEntries(dates), isWhole: dates.length === rows.length };
  },
  fallback: {},
  isEmpty: (dates) => Object.keys(dates).length === 0,
  corrupt: 'ignore',
});
