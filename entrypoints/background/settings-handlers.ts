/** What the background answers about permissions, the ways of saving, and what to report a problem with. */
import { ok } from '../../lib/contracts/result.ts';
import type { settingsMessages } from '../../lib/contracts/settings-messages.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type SettingsHandlers = Pick<Handlers, keyof typeof settingsMessages>;

export function createSettingsHandlers({ settings, settling }: Parts): SettingsHandlers {
  const { permissions, diagnostics } = settling;
  return {
    'permissions.list': async () => ok(await permissions.list()),
    'permissions.release': async ({ name }) => {
      await permissions.release(name);
      return ok({});
    },
    'options.read': async () => ok(await settings.options()),
    'options.change': async ({ name, isOn }) => ok(await settings.changeOptions({ [name]: isOn })),
    'diagnostics.read': async () => ok({ text: await diagnostics.read() }),
  };
}
