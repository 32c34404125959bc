/** Connects the browser to the service in the settings with a key, as a person does. */
import type { Browsing } from './browsing.ts';
import type { Home } from './home.ts';
import { en, enLead } from '../english.ts';

export interface ConnectOptions {
  readonly home: Home;
  readonly browsing: Browsing;
  /** The address at which the browser reaches the service. */
  readonly address: string;
  /** Names of the Memories to create; the first is chosen for saves. */
  readonly memories: readonly string[];
}

/** Returns the IDs of the Memories once the connection has survived a browser restart. */
export async function connect({
  home,
  browsing,
  address,
  memories,
}: ConnectOptions): Promise<string[]> {
  const memoryIds: string[] = [];
  for (const name of memories) memoryIds.push(await home.command('memory', 'create', name));
  const key = await home.command('key', 'create', '--name', 'Keepsake', '--level', 'write');

  const { keepsake } = await browsing.open();
  await keepsake.approveHost('http://127.0.0.1/*');
  const settings = await keepsake.openExtensionPage('/options.html');
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(address);
  await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
  await settings.getByText(enLead('connections_works_inReach')).waitFor();

  // The browser writes new permissions with a delay, and at the latest when it closes.
  await browsing.restart('closed');
  const { ask } = await browsing.open();
  const chosen = await ask('memories.choose', { id: memoryIds[0] ?? '' });
  if (!chosen.ok) throw new Error(`Could not choose a Memory: ${chosen.error.code}.`);
  return memoryIds;
}
