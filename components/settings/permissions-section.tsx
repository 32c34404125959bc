import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PermissionList, AskedPermission } from '../../lib/settings/model.ts';
import { HighlightSites } from '../highlights/highlight-sites.tsx';
import { siteName } from '../highlights/use-site-switch.ts';
import { QuietButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Section } from '../ui/section.tsx';
import { ListStatus } from '../app/list-status.tsx';
import { t, listed, plural, sentences } from '../../lib/i18n/i18n.ts';
import { longDate } from '../../lib/i18n/time.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import { useBridge } from '../app/bridge.ts';
import { type Read, useQuery } from '../app/use-query.ts';

const readPermissions: Read<PermissionList> = ({ ask }) => ask('permissions.list', {});

export function PermissionsSection() {
  const { ask } = useBridge();
  const { state, reload } = useQuery(readPermissions, {
    reloadsOnFocus: true,
    // Every permission granted or removed is reported as `sites.changed`.
    reloadsOn: ['sites.changed', 'connections.changed', 'everything.forgotten'],
  });
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [announced, setAnnounced] = useState('');

  async function release(releasing: Promise<Result<unknown, AppError>>, announcement: string) {
    const released = await releasing;
    setError(released.ok ? null : released.error);
    if (!released.ok) return;
    await reload();
    setAnnounced(announcement);
    // The pressed button has disappeared with its permission.
    headingRef.current?.focus();
  }
  return (
    <Section id="permissions" title={t('permissions_title')} headingRef={headingRef}>
      <ListStatus state={state} reload={reload} />
      {state.status === 'ready' ? (
        <>
          <Sites
            list={state.value}
            onHighlightingOff={() => headingRef.current?.focus()}
            onRelease={(pattern) =>
              void release(
                ask('sites.release', { pattern }),
                t('highlights_sites_readable_released', { site: siteName(pattern) }),
              )
            }
          />
          <OptionalPermissions
            list={state.value}
            onRelease={(name) =>
              void release(
                ask('permissions.release', { name }),
                t('permissions_released', { name: titleOf(name) }),
              )
            }
          />
          <Installed list={state.value} />
        </>
      ) : null}
      {error === null ? null : <ErrorAlert error={error} />}
      <LiveRegion words={announced} />
    </Section>
  );
}

type SitesProps = {
  list: PermissionList;
  onHighlightingOff: () => void;
  onRelease: (pattern: string) => void;
};

function Sites({ list: { sites }, onHighlightingOff, onRelease }: SitesProps) {
  return (
    <div id="sites">
      <h3 className="settings-part-title">{t('highlights_sites_title')}</h3>
      <HighlightSites isAlone={sites.length === 0} onOff={onHighlightingOff} />
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
                <p className="settings-row-note">
                  {connections.length > 0
                    ? t('permissions_connection', { connections: listed(connections) })
                    : t('permissions_read')}
                </p>
                <p className="settings-row-note">{grantedText(since)}</p>
              </div>
              {connections.length > 0 ? null : (
                <QuietButton
                  aria-label={t('highlights_sites_readable_release', { site: siteName(pattern) })}
                  data-act="release"
                  onClick={() => onRelease(pattern)}
                >
                  {t('highlights_sites_readable_releaseShort')}
                </QuietButton>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type OptionalPermissionsProps = {
  list: PermissionList;
  onRelease: (name: 'tabs' | 'bookmarks') => void;
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
              <p className="settings-row-note">
                {sentences(
                  t(`permissions_asked_${name}_text`),
                  name === 'files' && !isGranted ? t('permissions_asked_files_how') : '',
                )}
              </p>
              {isGranted ? <p className="settings-row-note">{grantedText(since)}</p> : null}
            </div>
            {isGranted ? null : <p className="settings-row-note">{t('permissions_off')}</p>}
            {isGranted && name !== 'files' ? (
              <QuietButton
                aria-label={t('permissions_release', { name: titleOf(name) })}
                onClick={() => onRelease(name)}
              >
                {t('highlights_sites_readable_releaseShort')}
              </QuietButton>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Lists the permissions granted at installation. Collapsed, because they can't be changed. */
function Installed({ list: { installed, installedAt } }: { list: PermissionList }) {
  return (
    <details className="settings-fold settings-divided">
      <summary className="settings-fold-title">
        <ChevronRight size={16} />
        {plural(installed.length, 'permissions_installed_text')}
      </summary>
      {installedAt === null ? null : (
        <p className="settings-row-note">
          {t('permissions_since', { when: longDate(installedAt) })}
        </p>
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
  return at === null
    ? t('permissions_sinceUnknown')
    : t('permissions_since', { when: longDate(at) });
}

function titleOf(name: AskedPermission): string {
  return name === 'bookmarks' ? t('common_bookmarks') : t(`permissions_asked_${name}_title`);
}
