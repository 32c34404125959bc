/** Notes what goes wrong, and writes what a report of a problem needs, without a word of the person's or a service's. */
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import type { PermissionList } from '../../contracts/permissions.ts';
import type { Settings } from '../../contracts/settings.ts';
import { type Trouble, traceForm } from '../../contracts/troubles.ts';
import { activeHome } from '../../core/connections/connections.ts';
import { reportText, type ReportFacts } from '../../core/diagnostics/report-text.ts';

export type DiagnosticPorts = {
  troubles: { read: () => Promise<Trouble[]>; add: (trouble: Trouble) => Promise<void> };
  about: () => Promise<ReportFacts['about']>;
  permissions: () => Promise<PermissionList>;
  readSettings: () => Promise<Settings>;
  countSaves: () => Promise<Readonly<Record<string, number>>>;
  now: () => number;
};

/** What is no trouble: the person gave it up, or has chosen no home yet. */
const untold: ReadonlySet<AppError['code']> = new Set(['memory.aborted', 'home.none']);

export function createDiagnostics(ports: DiagnosticPorts) {
  /** Notes an error by its code; of what a service wrote only a reference is kept, where it looks like one. */
  async function note(what: string, error: AppError): Promise<void> {
    if (untold.has(error.code)) return;
    const traceId = 'traceId' in error ? error.traceId : undefined;
    await ports.troubles.add({
      at: ports.now(),
      what,
      code: error.code,
      status: 'status' in error ? (error.status ?? null) : null,
      traceId: traceId !== undefined && traceForm.test(traceId) ? traceId : null,
    });
  }

  /** To be told of every change of a save: one that stops with an error is noted once. */
  async function noteSave(item: OutboxItem, before: OutboxItem | null): Promise<void> {
    const { state } = item;
    if (!('error' in state) || before?.state.status === state.status) return;
    await note('outbox', state.error);
  }

  async function read(): Promise<string> {
    const [about, permissions, settings, saves, troubles] = await Promise.all([
      ports.about(),
      ports.permissions(),
      ports.readSettings(),
      ports.countSaves(),
      ports.troubles.read(),
    ]);
    const homes = {
      inUse: activeHome(settings)?.connection.kind ?? null,
      kept: settings.homes.map(({ connection }) => connection.kind),
    };
    return reportText({ about, homes, permissions, saves, troubles, at: ports.now() });
  }

  return { note, noteSave, read };
}
