/** The form that connects to a service, on the welcome page and in the settings. */
import type { Page } from '@playwright/test';
import { en, enParts } from '../english.ts';

export function connectForm(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const [works = ''] = enParts('connections_works_inReach');
  const [unusable = ''] = enParts('connections_unusableSpelling');
  return {
    address: page.getByLabel(en('connections_address')),
    key: page.getByLabel(en('connections_key'), { exact: true }),
    forgetsKey: page.getByLabel(en('connections_forgetsKey')),
    connect: button(en('connections_connect')),
    useKey: button(en('common_save')),
    working: button(en('connections_withKey_working')),
    askForConsent: button(en('connections_readOnly_submit')),
    cancel: button(en('common_cancel')),
    replaceKey: page.getByRole('button', { name: en('connections_kept_replace') }),
    addAccount: button(en('connections_kept_another')),
    /** The message that the connection works and can use these Memories, or any. */
    works: (memories?: string) =>
      page.getByText(
        memories === undefined ? works : en('connections_works_inReach', { memories }),
      ),
    unusableAddress: page.getByText(unusable),
    keyRefused: page.getByText(en('connections_withdrawn_key')),
  };
}
