import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { PermissionList } from '../../lib/contracts/permissions.ts';
import { siteName } from '../highlights/site-name.ts';
import { usePermissions } from '../hooks/use-permissions.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { sitesWords } from '../words/highlights.ts';
import { permissionWords as words } from '../words/permissions.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { Section } from './section.tsx';

const site = sitesWords.readable;

/** What the browser lets Keepsake do, why and since when, and the way to take it back. */
export function PermissionsSection() {
  const { state, reload, error, release, releaseSite } = usePermissions();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const [said, setSaid] = useState('');

  /** The button that was pressed goes with what it took back. */
  const after = (released: boolean, words_: string) => {
    if (!released) return;
    setSaid(words_);
    headingRef.current?.focus();
  };
  return (
    <Section id="permissions" title={words.title} text={words.text} headingRef={headingRef}>
      {state.status === 'loading' ? <ListSkeleton /> : null}
      {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
      {state.status === 'ready' ? (
        <>
          <Sites
            list={state.value}
            onRelease={async (pattern) =>
              after(await releaseSite(pattern), site.released(siteName(pattern)))
            }
          />
          <Wishes
            list={state.value}
            onRelease={async (name) =>
              after(await release(name), words.released(words.asked[name].title))
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
      <h3 className="settings-part-title">{words.sites}</h3>
      {sites.length === 0 ? <p className="settings-row-note">{words.empty}</p> : null}
      {sites.some(({ homes }) => homes.length === 0) ? (
        <p className="settings-row-note">{words.read}</p>
      ) : null}
      {sites.length > 0 ? (
        <ul className="settings-list settings-sites settings-sublist">
          {sites.map(({ pattern, since, homes }) => (
            <li
              key={pattern}
              className="settings-row"
              data-readable={homes.length === 0 ? pattern : undefined}
            >
              <div className="settings-row-words">
                <p className="settings-site-name">{siteName(pattern)}</p>
                {homes.length > 0 ? <p className="settings-row-note">{words.home(homes)}</p> : null}
                <p className="settings-row-note">{words.since(since)}</p>
              </div>
              {homes.length > 0 ? null : (
                <Button
                  size="small"
                  look="quiet"
                  aria-label={site.release(siteName(pattern))}
                  data-act="release"
                  onClick={() => void onRelease(pattern)}
                >
                  {site.releaseShort}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {markedSites === 0 ? null : (
        <p className="settings-row-note settings-beside">
          {words.marked(markedSites)} <a href="#sites">{words.markedLink}</a>
        </p>
      )}
    </div>
  );
}

type WishesProps = {
  list: PermissionList;
  onRelease: (name: 'tabs' | 'bookmarks') => Promise<void>;
};

function Wishes({ list: { asked }, onRelease }: WishesProps) {
  return (
    <div className="settings-divided">
      <h3 className="settings-part-title">{words.wishes}</h3>
      <ul className="settings-list settings-sites settings-sublist">
        {asked.map(({ name, isGranted, since }) => (
          <li key={name} className="settings-row" data-permission={name}>
            <div className="settings-row-words">
              <p>{words.asked[name].title}</p>
              <p className="settings-row-note">{words.asked[name].text}</p>
              <p className="settings-row-note">{isGranted ? words.since(since) : words.off}</p>
            </div>
            {isGranted && name !== 'files' ? (
              <Button
                size="small"
                look="quiet"
                aria-label={words.release(words.asked[name].title)}
                onClick={() => void onRelease(name)}
              >
                {site.releaseShort}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Folded up: nothing of it can be changed. */
function Installed({ list: { installed, installedAt } }: { list: PermissionList }) {
  return (
    <details className="settings-fold settings-divided">
      <summary className="settings-fold-title">
        <ChevronRight size={16} aria-hidden="true" />
        {words.installed.text(installed.length)}
      </summary>
      {installedAt === null ? null : (
        <p className="settings-row-note">{words.installed.since(installedAt)}</p>
      )}
      <dl className="settings-terms">
        {installed.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{words.installed.why[name]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
