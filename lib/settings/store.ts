/** Stores only the options the person has changed. */
import * as z from 'zod/mini';
import { captureOptionsKey, migrateSettings } from '../browser/settings-migration.ts';
import { storedItem } from '../browser/storage.ts';
import {
  type CaptureOptions,
  captureOptionNames,
  captureOptionsSchema,
  usualCaptureOptions,
} from './model.ts';

const storedSchema = z.record(z.string(), z.unknown());

export type CaptureOptionsStore = ReturnType<typeof createCaptureOptionsStore>;

/** `reportCorrupt` is called if settings from an earlier version can't be parsed. */
export function createCaptureOptionsStore(reportCorrupt: () => void) {
  const stored = storedItem<CaptureOptions>({
    key: captureOptionsKey,
    parse: (raw) => ({
      value: captureOptionsOf(storedSchema.safeParse(raw).data ?? {}),
      isWhole: true,
    }),
    fallback: usualCaptureOptions,
    migrate: () => migrateSettings(reportCorrupt),
  });

  return {
    read: stored.read,
    change: (change: Partial<CaptureOptions>): Promise<CaptureOptions> =>
      stored.update((before) => ({ ...before, ...change })),
  };
}

/** An option that can't be parsed falls back to its default, without affecting the others. */
function captureOptionsOf(stored: Record<string, unknown>): CaptureOptions {
  const options = { ...usualCaptureOptions };
  for (const name of captureOptionNames) {
    const wanted = captureOptionsSchema.shape[name].safeParse(stored[name]);
    if (wanted.success) options[name] = wanted.data;
  }
  return options;
}
