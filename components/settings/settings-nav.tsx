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
import type { Abilities } from '../hooks/bridge.ts';
import { aboutWords } from '../words/about.ts';
import { captureOptionWords } from '../words/capture-options.ts';
import { connectionWords } from '../words/connections.ts';
import { sitesWords } from '../words/highlights.ts';
import { permissionWords } from '../words/permissions.ts';
import { settingsWords } from '../words/settings.ts';
import { shortcutWords } from '../words/shortcuts.ts';

const sections = {
  homes: { Icon: House, words: connectionWords.short },
  memories: { Icon: Shapes, words: settingsWords.memories.title },
  rules: { Icon: ListChecks, words: settingsWords.rules.title },
  saving: { Icon: Save, words: captureOptionWords.title },
  sites: { Icon: Highlighter, words: sitesWords.title },
  permissions: { Icon: ShieldCheck, words: permissionWords.title },
  shortcuts: { Icon: Keyboard, words: shortcutWords.short },
  data: { Icon: PackageOpen, words: settingsWords.data.title },
  about: { Icon: Info, words: aboutWords.short },
} as const satisfies Record<string, { Icon: LucideIcon; words: string }>;

export type SectionName = keyof typeof sections;

/**
 * The sections as they stand on the page: homes where it is known how they stand, Memories and rules for the home on
 * this device alone, and keys where the browser has any.
 */
export function sectionNames(
  { isKnown, isOwn }: { isKnown: boolean; isOwn: boolean },
  { shortcuts }: Abilities,
): SectionName[] {
  const homes: SectionName[] = isKnown ? ['homes'] : [];
  const own: SectionName[] = isOwn ? ['memories', 'rules'] : [];
  const keys: SectionName[] = shortcuts ? ['shortcuts'] : [];
  return [...homes, ...own, 'saving', 'sites', 'permissions', ...keys, 'data', 'about'];
}

export type SettingsNavProps = { names: readonly SectionName[]; inView: string | null };

/** Leads to every section, and marks the one in view. */
export function SettingsNav({ names, inView }: SettingsNavProps) {
  return (
    <nav aria-label={settingsWords.sections}>
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
