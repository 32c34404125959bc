/** No site access is granted at install. Access to each site is requested on a click. */
import { browser } from 'wxt/browser';
import { sentToServices } from '../contract/sent-data.ts';
import { originPattern } from '../url/origins.ts';
import * as z from 'zod/mini';
import { storedItem } from './storage.ts';

/** Firefox's data consent, which is requested together with a service's origins. */
const sending = import.meta.env.FIREFOX ? { data_collection: [...sentToServices] } : {};

type OptionalPermission = 'tabs' | 'bookmarks';

/** Like every permission request, must be called in the click handler before anything is awaited. */
export function requestPermission(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.request({ permissions: [name] });
}

export async function releasePermission(name: OptionalPermission): Promise<void> {
  await browser.permissions.remove({ permissions: [name] });
}

export function isPermissionGranted(name: OptionalPermission): Promise<boolean> {
  return browser.permissions.contains({ permissions: [name] });
}

export function requestOrigins(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: origins.map(originPattern) });
}

/** Requests access to services and, in Firefox, consent to send them data. */
export function requestServices(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: origins.map(originPattern), ...sending });
}

/** Returns the origins that weren't allowed before, to release later; null if declined. */
export async function borrowOrigins(origins: readonly string[]): Promise<string[] | null> {
  // Not awaited before the request, because browsers ignore requests outside the click.
  const held = origins.map((origin) => isSiteGranted(originPattern(origin)));
  if (!(await requestOrigins(origins))) return null;
  const isHeld = await Promise.all(held);
  return origins.filter((_, index) => isHeld[index] !== true);
}

export function releaseOrigin(origin: string): Promise<void> {
  return releaseSite(originPattern(origin));
}

export async function releaseSending(): Promise<void> {
  if (import.meta.env.FIREFOX) await browser.permissions.remove({ permissions: [], ...sending });
}

/** Releases all permissions except those granted at install. */
export async function releaseAll(): Promise<void> {
  const { origins = [] } = await browser.permissions.getAll();
  // Remove separately, so that if one removal fails, the other still happens.
  const released = await Promise.allSettled([
    browser.permissions.remove({ origins }),
    browser.permissions.remove({ permissions: ['tabs', 'bookmarks'], ...sending }),
  ]);
  for (const one of released) if (one.status === 'rejected') throw one.reason;
}

/** Caches whether origins can be used. Call `forget` when a permission changes. */
export function createOriginPermissions(use: 'read' | 'send') {
  const known = new Map<string, Promise<boolean>>();

  function isGranted(origin: string): Promise<boolean> {
    const pattern = originPattern(origin);
    const needed = { origins: [pattern], ...(use === 'send' ? sending : {}) };
    const asked = known.get(pattern) ?? browser.permissions.contains(needed);
    known.set(pattern, asked);
    const drop = () => {
      if (known.get(pattern) === asked) known.delete(pattern);
    };
    // Don't cache a missing permission: a message might arrive before the browser reports the grant.
    asked.then((isAllowed) => (isAllowed ? undefined : drop()), drop);
    return asked;
  }

  return { isGranted, forget: () => known.clear() };
}

export function isSiteGranted(pattern: string): Promise<boolean> {
  return browser.permissions.contains({ origins: [pattern] });
}

/** Also succeeds if the permission wasn't granted. */
export async function releaseSite(pattern: string): Promise<void> {
  await browser.permissions.remove({ origins: [pattern] });
}

type GrantedPermissions = { names: string[]; origins: string[] };

/** Includes permissions granted at install. */
export async function grantedPermissions(): Promise<GrantedPermissions> {
  const { permissions = [], origins = [] } = await browser.permissions.getAll();
  return { names: permissions, origins };
}

export function installedNames(): string[] {
  return browser.runtime.getManifest().permissions?.map(String) ?? [];
}

/** Returns null if the browser has no switch for file access. */
export async function filesAllowed(): Promise<boolean | null> {
  return import.meta.env.FIREFOX ? null : browser.extension.isAllowedFileSchemeAccess();
}

/** Must be called synchronously at startup. */
export function listenToPermissions(
  listener: (change: 'added' | 'removed', what: GrantedPermissions) => void,
): void {
  for (const change of ['added', 'removed'] as const) {
    const { onAdded, onRemoved } = browser.permissions;
    (change === 'added' ? onAdded : onRemoved).addListener(({ permissions = [], origins = [] }) =>
      listener(change, { names: permissions, origins }),
    );
  }
}

const unknownRecord = z.record(z.string(), z.unknown());

/** Grant dates by permission name or pattern; `installed` is the date of installation. */
export const permissionDateStore = storedItem<Readonly<Record<string, number>>>({
  key: 'permission-dates.v1',
  parse(raw) {
    const rows = Object.entries(unknownRecord.safeParse(raw).data ?? {});
    const dates = rows.filter((row): row is [string, number] => typeof row[1] === 'number');
    return { value: Object.fromEntries(dates), isWhole: dates.length === rows.length };
  },
  fallback: {},
  isEmpty: (dates) => Object.keys(dates).length === 0,
});
