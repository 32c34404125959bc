/** What the settings say of the browser's permissions. */
import type { AskedPermission, InstalledPermission } from '../../lib/contracts/permissions.ts';
import { counted, listed, locale, t } from '../../lib/language/text.ts';

export const permissionWords = {
  title: t('permissions_title'),
  text: t('permissions_text'),
  wishes: t('permissions_wishes'),
  sites: t('permissions_sites'),
  empty: t('permissions_empty'),
  off: t('permissions_off'),
  since: (at: number | null) =>
    at === null ? t('permissions_sinceUnknown') : t('permissions_since', { when: day(at) }),
  /** What a site may be read for that no home needs. */
  read: t('permissions_read'),
  home: (homes: readonly string[]) => t('permissions_home', { homes: listed(homes) }),
  marked: (count: number) => counted(count, 'permissions_marked'),
  markedLink: t('permissions_markedLink'),
  release: (name: string) => t('permissions_release', { name }),
  released: (name: string) => t('permissions_released', { name }),
  asked: {
    tabs: { title: t('permissions_asked_tabs_title'), text: t('permissions_asked_tabs_text') },
    bookmarks: {
      title: t('permissions_asked_bookmarks_title'),
      text: t('permissions_asked_bookmarks_text'),
    },
    files: { title: t('permissions_asked_files_title'), text: t('permissions_asked_files_text') },
  } satisfies Record<AskedPermission, { title: string; text: string }>,
  installed: {
    text: (count: number) => counted(count, 'permissions_installed_text'),
    since: (at: number) => t('permissions_installed_since', { when: day(at) }),
    why: {
      activeTab: t('permissions_installed_activeTab'),
      alarms: t('permissions_installed_alarms'),
      contextMenus: t('permissions_installed_contextMenus'),
      identity: t('permissions_installed_identity'),
      offscreen: t('permissions_installed_offscreen'),
      scripting: t('permissions_installed_scripting'),
      sidePanel: t('permissions_installed_sidePanel'),
      storage: t('permissions_installed_storage'),
    } satisfies Record<InstalledPermission, string>,
  },
} as const;

function day(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(at);
}
