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
  settled: async ({ sharedFirefox }, use) => {
    await use(sharedFirefox);
    await sharedFirefox.open('/welcome.html');
    await sharedFirefox.closeOtherTabs();
    // A test that needs access to a site asks for it itself.
    await sharedFirefox.run(releaseSites);
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  folder: ({}, use) => use(firefoxExtension),

  keepsake: async ({ folder }, use) => {
    const keepsake = await launchFirefox({ extensionDir: folder });
    await untilWelcomed(keepsake);
    await use(keepsake);
    await keepsake.close();
  },
});

/** Runs in an extension page. */
async function releaseSites(): Promise<void> {
  const { origins } = await browser.permissions.getAll();
  if (origins.length > 0) await browser.permissions.remove({ origins });
}

declare const browser: {
  permissions: {
    getAll: () => Promise<{ origins: string[] }>;
    remove: (asked: { origins: string[] }) => Promise<boolean>;
  };
};
