/** The stored settings; nothing secret is in them, since some browsers let content scripts read this area. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import {
  type CaptureOptions,
  captureOptionNames,
  captureOptionsSchema,
  usualCaptureOptions,
} from '../contracts/capture-options.ts';
import { deviceConnectionSchema } from '../contracts/connections.ts';
import {
  homeSettingsSchema,
  memoryChoiceSchema,
  noSettings,
  type Settings,
} from '../contracts/settings.ts';
import { createTurns } from '../core/in-turn.ts';

const key = 'settings.v2';
const firstKey = 'settings.v1';

/** Homes are parsed one by one, so that one that cannot be read costs no other. */
const frameSchema = z.object({
  homes: z.array(z.unknown()),
  activeId: z.nullable(z.string()),
  /** What the person wants otherwise than usual; parsed one by one, too. */
  options: z.optional(z.record(z.string(), z.unknown())),
});

/** The form of the first version, which knew the home on this device alone. */
const firstSchema = z.object({
  connection: z.nullable(deviceConnectionSchema),
  memories: z.array(memoryChoiceSchema),
  chosenMemoryId: z.nullable(z.string()),
});

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/**
 * A value that is not of its form is set aside under another key and reported, never silently replaced. `updated` is told
 * of each change of the homes once it is written.
 */
export function createSettingsStore(
  reportCorrupt: () => void,
  updated: (before: Settings, after: Settings) => void = () => undefined,
) {
  /** One after another, so that no change is lost between its reading and its writing. */
  const inTurn = createTurns();
  /** As last read or written; nobody else writes them. */
  let last: Settings | null = null;

  async function load(): Promise<Settings> {
    last = await loadStored();
    return last;
  }

  async function loadStored(): Promise<Settings> {
    const stored = await browser.storage.local.get([key, firstKey]);
    const raw: unknown = stored[key];
    if (raw === undefined) return loadFirst(stored[firstKey]);
    const frame = frameSchema.safeParse(raw);
    if (!frame.success) {
      await setAside(key, raw);
      return noSettings;
    }
    const homes = frame.data.homes.flatMap((home) => {
      const parsed = homeSettingsSchema.safeParse(home);
      return parsed.success ? [parsed.data] : [];
    });
    const { activeId, options } = frame.data;
    const settings = { homes, activeId };
    if (homes.length < frame.data.homes.length) {
      await setAside(key, raw);
      await browser.storage.local.set({ [key]: storedOf(settings, options) });
    }
    return settings;
  }

  async function loadFirst(raw: unknown): Promise<Settings> {
    if (raw === undefined) return noSettings;
    const first = firstSchema.safeParse(raw);
    if (!first.success) {
      await setAside(firstKey, raw);
      return noSettings;
    }
    const { connection, memories, chosenMemoryId } = first.data;
    if (connection === null) return noSettings;
    return { homes: [{ connection, memories, chosenMemoryId }], activeId: connection.id };
  }

  /** What is stored beside the homes, as it stands there. */
  async function loadOptions(): Promise<Record<string, unknown> | undefined> {
    const { [key]: raw } = await browser.storage.local.get(key);
    return frameSchema.safeParse(raw).data?.options;
  }

  async function setAside(from: string, raw: unknown): Promise<void> {
    reportCorrupt();
    await browser.storage.local.set({ [asideKeyOf(from)]: raw });
    await browser.storage.local.remove(from);
  }

  async function write(settings: Settings, options?: Record<string, unknown>): Promise<void> {
    await browser.storage.local.set({ [key]: storedOf(settings, options) });
    await browser.storage.local.remove(firstKey);
    last = settings;
  }

  return {
    read: (): Promise<Settings> => inTurn(load),

    /** Without asking the browser each time, for what is wanted often. */
    readOnce: async (): Promise<Settings> => last ?? inTurn(load),

    /** Whether nothing was ever set aside: what is still needed by what was, nobody can tell. */
    isWhole: (): Promise<boolean> =>
      inTurn(async () => {
        const aside = await browser.storage.local.get([key, firstKey].map(asideKeyOf));
        return Object.values(aside).every((raw) => (raw ?? null) === null);
      }),

    update: (change: (settings: Settings) => Settings): Promise<Settings> =>
      inTurn(async () => {
        const before = await load();
        const settings = change(before);
        await write(settings, await loadOptions());
        updated(before, settings);
        return settings;
      }),

    options: (): Promise<CaptureOptions> => inTurn(async () => optionsOf(await loadOptions())),

    changeOptions: (change: Partial<CaptureOptions>): Promise<CaptureOptions> =>
      inTurn(async () => {
        const settings = await load();
        const options = { ...optionsOf(await loadOptions()), ...change };
        await write(settings, options);
        return options;
      }),
  };
}

function storedOf(settings: Settings, options: Record<string, unknown> | undefined) {
  return options === undefined ? settings : { ...settings, options };
}

/** One that cannot be read is as usual, and costs no other. */
function optionsOf(stored: Record<string, unknown> = {}): CaptureOptions {
  const options = { ...usualCaptureOptions };
  for (const name of captureOptionNames) {
    const wanted = captureOptionsSchema.shape[name].safeParse(stored[name]);
    if (wanted.success) options[name] = wanted.data;
  }
  return options;
}

function asideKeyOf(from: string): string {
  return `${from}.corrupt`;
}
