/** Collects problems for a report. Never includes text from the person or a service. */
import type { AppError } from '../contract/errors.ts';
import type { OutboxItem } from '../outbox/model.ts';
import type { PermissionList } from '../settings/model.ts';
import {
  type StoredConnections,
  activeConnection,
  type ConnectionKind,
} from '../connections/model.ts';
import { type Trouble, traceForm } from './model.ts';

export type DiagnosticPorts = {
  troubles: { read: () => Promise<Trouble[]>; add: (trouble: Trouble) => Promise<void> };
  about: () => Promise<ReportFacts['about']>;
  permissions: () => Promise<PermissionList>;
  readConnections: () => Promise<StoredConnections>;
  countSaves: () => Promise<Readonly<Record<string, number>>>;
  now: () => number;
};

/** Codes that aren't problems: a canceled call, or no connection yet. */
const ignored: ReadonlySet<AppError['code']> = new Set(['memory.aborted', 'connection.none']);

export function createDiagnostics(ports: DiagnosticPorts) {
  /** Drops everything the service sent except a well-formed trace id. */
  async function note(what: string, error: AppError): Promise<void> {
    if (ignored.has(error.code)) return;
    const traceId = 'traceId' in error ? error.traceId : undefined;
    await ports.troubles.add({
      at: ports.now(),
      what,
      code: error.code,
      status: 'status' in error ? (error.status ?? null) : null,
      traceId: traceId !== undefined && traceForm.test(traceId) ? traceId : null,
    });
  }

  /** Call after every change to a save. Logs the error when the save enters a state that has one. */
  async function noteSave(item: OutboxItem, before: OutboxItem | null): Promise<void> {
    const { state } = item;
    if (!('error' in state) || before?.state.status === state.status) return;
    await note('outbox', state.error);
  }

  async function read(): Promise<string> {
    const [about, permissions, settings, saves, troubles] = await Promise.all([
      ports.about(),
      ports.permissions(),
      ports.readConnections(),
      ports.countSaves(),
      ports.troubles.read(),
    ]);
    const connections = {
      inUse: activeConnection(settings)?.connection.kind ?? null,
      kept: settings.connections.map(({ connection }) => connection.kind),
    };
    return reportText({ about, connections, permissions, saves, troubles, at: ports.now() });
  }

  return { note, noteSave, read };
}

export type ReportFacts = {
  about: { version: string; browser: string; system: string; language: string };
  connections: { inUse: ConnectionKind | null; kept: readonly ConnectionKind[] };
  permissions: PermissionList;
  saves: Readonly<Record<string, number>>;
  troubles: readonly Trouble[];
  /** Time at which the report was written, in milliseconds since the epoch. */
  at: number;
};

export function reportText({
  about,
  connections,
  permissions,
  saves,
  troubles,
  at,
}: ReportFacts): string {
  const kept = Map.groupBy(connections.kept, (kind) => kind);
  const lines = [
    ['Keepsake', about.version],
    ['Browser', `${about.browser} (${about.system})`],
    ['Language', about.language],
    ['Active connection', connections.inUse ?? 'none'],
    ['Connections', listed(Array.from(kept, ([kind, { length }]) => [kind, length]))],
    ['Permissions', permissions.installed.join(', ') || 'none'],
    ['Optional permissions', allowed(permissions)],
    ['Saves', listed(Object.entries(saves))],
    ['Written', new Date(at).toISOString()],
  ].map(([name, value]) => `${name}: ${value}`);
  const problems = troubles.length === 0 ? ['none'] : troubles.map(problemLine);
  return [...lines, '', 'Last problems, newest first:', ...problems].join('\n');
}

function problemLine({ at, what, code, status, traceId }: Trouble): string {
  const trace = traceId === null ? null : `trace ${traceId}`;
  const parts = [new Date(at).toISOString(), what, code, status, trace];
  return parts.filter((part) => part !== null).join('  ');
}

function allowed({ asked, sites, markedSites }: PermissionList): string {
  const names = asked.filter(({ isGranted }) => isGranted).map(({ name }) => name);
  const connections = sites.filter((site) => site.connections.length > 0).length;
  return [
    ...(names.length === 0 ? [] : [names.join(', ')]),
    `sites of connections ${connections}`,
    `sites with highlighting ${markedSites}`,
    `other sites ${sites.length - connections}`,
  ].join(', ');
}

function listed(counts: readonly (readonly [name: string, count: number])[]): string {
  const found = counts.filter(([, count]) => count > 0);
  return found.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}
