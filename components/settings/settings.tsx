import './settings.css';
import { lazy, Suspense, useMemo, useRef, type RefObject, useEffect, useState } from 'react';
import { LazyNoConnection } from '../connections/lazy.tsx';
import { useBridge, type Abilities } from '../app/bridge.ts';
import { useActiveConnection } from '../app/use-active-connection.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { HuesOf } from '../ui/memory-chip.tsx';
import { Notice } from '../ui/notice.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { ConnectionsSection } from '../connections/connections-section.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import {
  Highlighter,
  House,
  Info,
  Keyboard,
  ListChecks,
  type LucideIcon,
  PackageOpen,
  Save,
  Shapes,
  ShieldCheck,
} from 'lucide-react';

/** Only for the connection on this device. */
const OwnSections = lazy(async () => ({
  default: (await import('../memories/device-sections.tsx')).DeviceSections,
}));

/** Below the fold. */
const ExtensionSections = lazy(async () => ({
  default: (await import('./extension-sections.tsx')).ExtensionSections,
}));

export function Settings() {
  const { abilities, openWelcome } = useBridge();
  const { state, reload, choose, creation, createConnection } = useActiveConnection();
  const mainRef = useRef<HTMLElement>(null);
  const connection =
    state.status === 'ready' && state.connection.kind !== null ? state.connection : null;
  const isOwn = connection?.kind === 'device';
  const isKnown = state.status === 'ready';
  const names = useMemo(
    () => sectionNames({ isKnown, isOwn }, abilities),
    [isKnown, isOwn, abilities],
  );
  const inView = useSectionInView(mainRef, names);
  return (
    <HuesOf value={connection}>
      <div className="settings">
        <title>{t('panel_title', { view: t('settings_title') })}</title>
        <header className="settings-head">
          <p className="settings-brand">
            <Mark size={28} />
            <span>{t('manifest_name')}</span>
          </p>
          {state.status === 'loading' ? null : <SettingsNav names={names} inView={inView} />}
        </header>
        <main className="settings-main" ref={mainRef}>
          <div>
            <h1 className="settings-title">{t('settings_title')}</h1>
            {isOwn ? <p className="settings-lead">{t('connections_onDevice_text')}</p> : null}
          </div>
          {state.status === 'loading' ? (
            <p className="settings-text">{t('common_loading')}</p>
          ) : null}
          {state.status === 'failed' ? <Trouble error={state.error} onRetry={reload} /> : null}
          {state.status === 'ready' && connection === null ? (
            <LazyNoConnection>
              <Notice
                tone="plain"
                title={t('errors_connection_none_title')}
                text={t('errors_connection_none_next')}
                actions={
                  <Button look="primary" onClick={() => void openWelcome()}>
                    {t('common_setUp')}
                  </Button>
                }
              />
            </LazyNoConnection>
          ) : null}
          {isKnown ? (
            <ConnectionsSection creation={creation} createConnection={createConnection} />
          ) : null}
          {/* Rendered together, so that nothing already visible is pushed down. */}
          {state.status === 'loading' ? null : (
            <Suspense>
              {isOwn ? <OwnSections connection={connection} /> : null}
              <ExtensionSections connection={connection} onChoose={choose} />
            </Suspense>
          )}
        </main>
      </div>
    </HuesOf>
  );
}

const sections = {
  connections: { Icon: House, words: t('connections_title') },
  memories: { Icon: Shapes, words: t('settings_memories_title') },
  rules: { Icon: ListChecks, words: t('settings_rules_title') },
  saving: { Icon: Save, words: t('captureOptions_title') },
  sites: { Icon: Highlighter, words: t('highlights_sites_title') },
  permissions: { Icon: ShieldCheck, words: t('permissions_title') },
  shortcuts: { Icon: Keyboard, words: t('shortcuts_title') },
  data: { Icon: PackageOpen, words: t('settings_data_title') },
  about: { Icon: Info, words: t('about_title') },
} as const satisfies Record<string, { Icon: LucideIcon; words: string }>;

type SectionName = keyof typeof sections;

/** In page order; sections that don't apply to the connection or browser are left out. */
function sectionNames(
  { isKnown, isOwn }: { isKnown: boolean; isOwn: boolean },
  { shortcuts }: Abilities,
): SectionName[] {
  const connections: SectionName[] = isKnown ? ['connections'] : [];
  const own: SectionName[] = isOwn ? ['memories', 'rules'] : [];
  const keys: SectionName[] = shortcuts ? ['shortcuts'] : [];
  return [...connections, ...own, 'saving', 'sites', 'permissions', ...keys, 'data', 'about'];
}

type SettingsNavProps = { names: readonly SectionName[]; inView: string | null };

function SettingsNav({ names, inView }: SettingsNavProps) {
  return (
    <nav aria-label={t('settings_sections')}>
      <ul className="settings-nav">
        {names.map((name) => {
          const { Icon, words } = sections[name];
          return (
            <li key={name}>
              <a
                className="settings-nav-link"
                href={`#${name}`}
                aria-current={name === inView ? 'location' : undefined}
              >
                <Icon size={18} aria-hidden="true" />
                {words}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The last section that starts in the upper third of the window, or the very last at the end of the page. */
function useSectionInView(
  mainRef: RefObject<HTMLElement | null>,
  ids: readonly string[],
): string | null {
  const [inView, setInView] = useState<string | null>(null);
  const wanted = ids.join(' ');

  useEffect(() => {
    const main = mainRef.current;
    if (main === null) return undefined;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setInView(sectionAt(wanted.split(' '))));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(main);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('hashchange', look);
    look();
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      window.removeEventListener('scroll', look);
      window.removeEventListener('hashchange', look);
    };
  }, [mainRef, wanted]);

  return inView;
}

function sectionAt(ids: readonly string[]): string | null {
  const there = ids.flatMap((id) => document.querySelector(`#${id}`) ?? []);
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  const isScrolled = scrollHeight > clientHeight + 1;
  if (isScrolled && scrollTop + clientHeight >= scrollHeight - 2) return there.at(-1)?.id ?? null;
  const line = clientHeight / 3;
  const passed = there.filter((section) => section.getBoundingClientRect().top <= line);
  return (passed.at(-1) ?? there[0])?.id ?? null;
}
