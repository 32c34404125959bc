import { ok } from '../../lib/contract/result.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { errorOf, useCommand } from '../app/use-command.ts';
import { webHost } from '../../lib/url/web-address.ts';

/** Turns highlighting on a site on or off, and requests the browser's permission for it. */
export function useSiteSwitch() {
  const { state, run } = useCommand<{ pattern: string; isOn: boolean }, boolean>(
    async ({ ask, requestOrigins }, { pattern, isOn }) => {
      // Sent before anything is awaited, because the browser's prompt may close the popup.
      const requested = isOn ? ask('sites.allow', { pattern }) : null;
      const isGranted = isOn && (await requestOrigins([pattern]).catch(() => false));
      await requested;
      const done = await ask(isGranted ? 'sites.allow' : 'sites.remove', { pattern });
      return done.ok ? ok(isGranted) : done;
    },
  );
  return {
    isWorking: state.status === 'running',
    error: errorOf(state),
    /** Returns whether highlighting is on now. Call it in the click handler. */
    turn: async (pattern: string, isOn: boolean) => {
      const result = await run({ pattern, isOn });
      return result?.ok === true ? result.value : !isOn;
    },
  };
}

/** Returns the site's name, marked if it's http, because that is a different site than https. */
export function siteName(pattern: string): string {
  const url = pattern.replace(/\*$/, '');
  const host = /^https?:\/\/\*\//.test(pattern)
    ? t('highlights_sites_readable_all')
    : (webHost(url) ?? pattern);
  return url.startsWith('http:') ? t('highlights_sites_plain', { host }) : host;
}
