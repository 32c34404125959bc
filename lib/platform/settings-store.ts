/** The stored settings; nothing secret is in them, since some browsers let content scripts read this area. */
import { browser } from 'wxt/browser';
import { type Settings, settingsSchema } from '../contracts/settings.ts';

const key = 'settings.v1';
const fallback: Settings = { connection: null, memories: [], chosenMemoryId: null };

/** A value that is not of its form is set aside under another key and reported, never silently replaced. */
export function createSettingsStore(reportCorrupt: () => void) {
  let writing: Promise<unknown> = Promise.resolve();

  async function read(): Promise<Settings> {
    const { [key]: raw } = await browser.storage.local.get(key);
    if (raw === undefined) return fallback;
    const parsed = settingsSchema.safeParse(raw);
    if (parsed.success) return parsed.data;
    reportCorrupt();
    await browser.storage.local.set({ [`${key}.corrupt`]: raw });
    await browser.storage.local.remove(key);
    return fallback;
  }

  /** Changes are made one after another, so that none is lost between its reading and its writing. */
  function update(change: (settings: Settings) => Settings): Promise<Settings> {
    const next = writing.then(async () => {
      const settings = change(await read());
      await browser.storage.local.set({ [key]: settings });
      return settings;
    });
    writing = next.catch(() => undefined);
    return next;
  }

  return { read, update };
}
