/** Keepsake in a real Firefox, driven by tests. */
import { type FirefoxExtension, launchFirefox } from '../browser/firefox.ts';
import { untilWelcomed } from './firefox-steps.ts';
import { firefoxExtension, test as base } from './shared-browsers.ts';

/**
 * Provides `keepsake`, a browser with a new profile and the extension in `folder`, and `settled`, a shared browser with
 * its library on this device, for tests that don't affect each other.
 */
export const test = base.extend<{
  keepsake: FirefoxExtension;
  settled: FirefoxExtension;
  folder: string;
}>({
  settled: ({ sharedFirefox }, use) => use(sharedFirefox),

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  folder: ({}, use) => use(firefoxExtension),

  keepsake: async ({ folder }, use) => {
    const keepsake = await launchFirefox({ extensionDir: folder });
    await untilWelcomed(keepsake);
    await use(keepsake);
    await keepsake.close();
  },
});

/** Revokes the access to sites that a spec requested in the shared browser. */
export async function releaseSites(shared: FirefoxExtension): Promise<void> {
  await shared.open('/welcome.html');
  await shared.run(async () => {
    const { origins } = await browser.permissions.getAll();
    if (origins.length > 0) await browser.permissions.remove({ origins });
  });
}

declare const browser: {
  permissions: {
    getAll: () => Promise<{ origins: string[] }>;
    remove: (asked: { origins: string[] }) => Promise<boolean>;
  };
};
