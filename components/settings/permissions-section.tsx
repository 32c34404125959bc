import { ChevronRight } from 'lucide-react';
import { useRef, useState, useCallback } from 'react';
import type { PermissionList, AskedPermission } from '../../lib/settings/model.ts';
import { siteName } from '../highlights/use-site-switch.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { ListSkeleton, Section } from '../ui/section.tsx';
import { t, listed, plural, locale } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { type Asked, useAsked } from '../app/use-asked.ts';

/** Lists Keepsake's permissions, with why and since when, and takes optional ones back. */
export function PermissionsSection() {
  const { state, reload, error, release, releaseSite } = usePermissions();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState('');

  // The pressed button disappears together with its permission.
  const after = (released: boolean, message: string) => {
    if (!released) return;
    setSaid(message);
    headingRef.current?.focus();
  };
  return (
    <Section
      id="permissions"
      title={t('permissions_title')}
      text={t('permissions_text')}
      headingRef={headingRef}
    >
      {state.status === 'loading' ? <ListSkeleton /> : null}
      {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
      {state.status === 'ready' ? (
        <>
          <Sites
            list={state.value}
            onRelease={async (pattern) =>
              after(
                await releaseSite(pattern),
                t('highlights_sites_readable_released', { site: siteName(pattern) }),
              )
            }
          />
          <OptionalPermissions
            list={state.value}
            onRelease={async (name) =>
              after(await release(name), t('permissions_released', { name: titleOf(name) }))
            }
          />
          <Installed list={state.value} />
        </>
      ) : null}
      {error === null ? null : <Trouble error={error} />}
      <LiveRegion words={said} />
    </Section>
  );
}

type SitesProps = { list: PermissionList; onRelease: (pattern: string) => Promise<void> };

function Sites({ list: { sites, markedSites }, onRelease }: SitesProps) {
  return (
    <div>
      <h3 className="settings-part-title">{t('permissions_sites')}</h3>
      {sites.length === 0 ? <p className="settings-row-note">{t('permissions_empty')}</p> : null}
      {sites.some(({ connections }) => connections.length === 0) ? (
        <p className="settings-row-note">{t('permissions_read')}</p>
      ) : null}
      {sites.length > 0 ? (
        <ul className="settings-list settings-sites settings-sublist">
          {sites.map(({ pattern, since, connections }) => (
            <li
              key={pattern}
              className="settings-row"
              data-readable={connections.length === 0 ? pattern : undefined}
            >
              <div className="settings-row-words">
                <p className="settings-site-name">{siteName(pattern)}</p>
                {connections.length > 0 ? (
                  <p className="settings-row-note">
                    {t('permissions_connection', { connections: listed(connections) })}
                  </p>
                ) : null}
                <p className="settings-row-note">{grantedText(since)}</p>
              </div>
              {connections.length > 0 ? null : (
                <Button
                  size="small"
                  look="quiet"
                  aria-label={t('highlights_sites_readable_release', { site: siteName(pattern) })}
                  data-act="release"
                  onClick={() => void onRelease(pattern)}
                >
                  {t('highlights_sites_readable_releaseShort')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {markedSites === 0 ? null : (
        <p className="settings-row-note settings-beside">
          {plural(markedSites, 'permissions_marked')}{' '}
          <a href="#sites">{t('permissions_markedLink')}</a>
        </p>
      )}
    </div>
  );
}

type OptionalPermissionsProps = {
  list: PermissionList;
  onRelease: (name: 'tabs' | 'bookmarks') => Promise<void>;
};

function OptionalPermissions({ list: { asked }, onRelease }: OptionalPermissionsProps) {
  return (
    <div className="settings-divided">
      <h3 className="settings-part-title">{t('permissions_wishes')}</h3>
      <ul className="settings-list settings-sites settings-sublist">
        {asked.map(({ name, isGranted, since }) => (
          <li key={name} className="settings-row" data-permission={name}>
            <div className="settings-row-words">
              <p>{titleOf(name)}</p>
              <p className="settings-row-note">{t(`permissions_asked_${name}_text`)}</p>
              <p className="settings-row-note">
                {isGranted ? grantedText(since) : t('permissions_off')}
              </p>
            </div>
            {isGranted && name !== 'files' ? (
              <Button
                size="small"
                look="quiet"
                aria-label={t('permissions_release', { name: titleOf(name) })}
                onClick={() => void onRelease(name)}
              >
                {t('highlights_sites_readable_releaseShort')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Collapsed, since none of these can be changed. */
function Installed({ list: { installed, installedAt } }: { list: PermissionList }) {
  return (
    <details className="settings-fold settings-divided">
      <summary className="settings-fold-title">
        <ChevronRight size={16} aria-hidden="true" />
        {plural(installed.length, 'permissions_installed_text')}
      </summary>
      {installedAt === null ? null : (
        <p className="settings-row-note">{t('permissions_since', { when: day(installedAt) })}</p>
      )}
      <dl className="settings-terms">
        {installed.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{t(`permissions_installed_${name}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function grantedText(at: number | null): string {
  return at === null ? t('permissions_sinceUnknown') : t('permissions_since', { when: day(at) });
}

function titleOf(name: AskedPermission): string {
  return name === 'bookmarks' ? t('common_bookmarks') : t(`permissions_asked_${name}_title`);
}

function day(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(at);
}

type Permissions = {
  state: Asked<PermissionList>;
  reload: () => void;
  error: AppError | null;
  /** Each removes a permission, and returns whether it did. */
  release: (name: 'tabs' | 'bookmarks') => Promise<boolean>;
  releaseSite: (pattern: string) => Promise<boolean>;
};

/** The permissions, kept up to date. */
function usePermissions(): Permissions {
  const { ask } = useBridge();
  const { state, reload } = useAsked(list, changesPermissions);
  const [error, setError] = useState<AppError | null>(null);

  const settle = useCallback(
    async (released: { ok: true } | { ok: false; error: AppError }) => {
      setError(released.ok ? null : released.error);
      if (released.ok) await reload();
      return released.ok;
    },
    [reload],
  );
  return {
    state,
    reload: () => void reload(),
    error,
    release: async (name) => settle(await ask('permissions.release', { name })),
    releaseSite: async (pattern) => settle(await ask('sites.release', { pattern })),
  };
}

function list({ ask }: Bridge) {
  return ask('permissions.list', {});
}

/** Whether an event can change the permissions. Each one granted or removed is reported as `sites.changed`. */
function changesPermissions({ event }: AppEvent): boolean {
  return (
    event === 'sites.changed' || event === 'connections.changed' || event === 'everything.forgotten'
  );
}
