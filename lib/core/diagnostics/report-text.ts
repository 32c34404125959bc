/**
 * Writes what a report of a problem needs: figures, names of this program's own, codes and references. English on
 * purpose, since those who read reports need one form of it. Pure.
 */
import type { ConnectionKind } from '../../contracts/connections.ts';
import type { PermissionList } from '../../contracts/permissions.ts';
import type { Trouble } from '../../contracts/troubles.ts';

export type ReportFacts = {
  about: { version: string; browser: string; system: string; language: string };
  homes: { inUse: ConnectionKind | null; kept: readonly ConnectionKind[] };
  permissions: PermissionList;
  /** How many saves stand in each state; one of none is left out. */
  saves: Readonly<Record<string, number>>;
  troubles: readonly Trouble[];
  /** Milliseconds since the epoch. */
  at: number;
};

export function reportText({
  about,
  homes,
  permissions,
  saves,
  troubles,
  at,
}: ReportFacts): string {
  const lines = [
    ['Keepsake', about.version],
    ['Browser', `${about.browser} (${about.system})`],
    ['Language', about.language],
    ['Home in use', homes.inUse ?? 'none'],
    ['Homes kept', tally(homes.kept)],
    ['Permissions', permissions.installed.join(', ') || 'none'],
    ['Allowed besides', allowed(permissions)],
    ['Saves', savesIn(saves)],
    ['Written', new Date(at).toISOString()],
  ].map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', 'Last problems, newest first:', ...(problems(troubles) ?? ['none'])].join(
    '\n',
  );
}

function problems(troubles: readonly Trouble[]): string[] | null {
  if (troubles.length === 0) return null;
  return troubles.map(({ at, what, code, status, traceId }) =>
    [
      new Date(at).toISOString(),
      what,
      code,
      ...(status === null ? [] : [status]),
      ...(traceId === null ? [] : [`trace ${traceId}`]),
    ].join('  '),
  );
}

function allowed({ asked, sites, markedSites }: PermissionList): string {
  const names = asked.filter(({ isGranted }) => isGranted).map(({ name }) => name);
  const homes = sites.filter((site) => site.homes.length > 0).length;
  return [
    ...(names.length === 0 ? [] : [names.join(', ')]),
    `sites of homes ${homes}`,
    `sites with highlighting ${markedSites}`,
    `other sites ${sites.length - homes}`,
  ].join(', ');
}

function savesIn(saves: Readonly<Record<string, number>>): string {
  const counts = Object.entries(saves).filter(([, count]) => count > 0);
  return counts.map(([state, count]) => `${state} ${count}`).join(', ') || 'none';
}

function tally(kinds: readonly ConnectionKind[]): string {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ') || 'none';
}
