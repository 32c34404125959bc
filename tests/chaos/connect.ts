/** Connects the browser to the service with a key, in the settings, as a person does. */
import type { Browsing } from './browsing.ts';
import type { ChaosService } from './service.ts';
import { en, enLead } from '../english.ts';

export interface ConnectOptions {
  readonly service: ChaosService;
  readonly browsing: Browsing;
  /** The address at which the browser reaches the service. */
  readonly address: string;
  /** Names of the Memories to create; the first is chosen for saves. */
  readonly memories: readonly string[];
}

/** Connects, restarts the browser, and returns the IDs of the Memories. */
export async function connect({
  service,
  browsing,
  address,
  memories,
}: ConnectOptions): Promise<string[]> {
  const memoryIds: string[] = [];
  for (const name of memories) memoryIds.push(await service.command('memory', 'create', name));
  const key = await service.command('key', 'create', '--name', 'Keepsake', '--level', 'write');

  const { keepsake } = await browsing.open();
  await keepsake.approveHost('http://127.0.0.1/*');
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(address);
  await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
  await settings.getByText(enLead('connections_works_inReach')).waitFor();

  // Restart the browser: it writes new permissions to disk with a delay, or when it closes.
  await browsing.restart('closed');
  const { ask } = await browsing.open();
  const chosen = await ask('memories.choose', { id: memoryIds[0] ?? '' });
  if (!chosen.ok) throw new Error(`Could not choose a Memory: ${chosen.error.code}.`);
  return memoryIds;
}
