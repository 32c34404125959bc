/** Gives back what the browser was allowed for a connection that is not kept. */
import { unneeded } from '../../core/connections/origins.ts';
import type { ConnectionPorts } from './ports.ts';

export type PermissionPorts = Pick<ConnectionPorts, 'release' | 'report'> & {
  settings: Pick<ConnectionPorts['settings'], 'read'>;
};

/** Releases those of the origins that no kept connection needs. One that the browser will not take back is reported. */
export async function releaseUnneeded(
  origins: readonly string[],
  { settings, release, report }: PermissionPorts,
): Promise<void> {
  for (const origin of unneeded(origins, await settings.read())) {
    await release(origin).catch(report);
  }
}
