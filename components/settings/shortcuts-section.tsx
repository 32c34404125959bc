import { Keyboard } from 'lucide-react';
import { useBridge } from '../app/bridge.ts';
import { commands, useShortcuts } from '../app/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { Section } from '../ui/section.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export function ShortcutsSection() {
  const { openShortcutSettings } = useBridge();
  const shortcuts = useShortcuts();
  return (
    <Section id="shortcuts" title={t('shortcuts_title')}>
      <ul className="settings-list" aria-label={t('shortcuts_title')}>
        {commands.map((command) => {
          const keys = shortcuts[command];
          return (
            <li key={command} className="settings-row">
              <div className="settings-row-words">
                <p>{t(`shortcuts_commands_${command}_name`)}</p>
                <p className="settings-row-note">{t(`shortcuts_commands_${command}_text`)}</p>
              </div>
              {keys === undefined ? (
                <p className="settings-row-note">{t('shortcuts_none')}</p>
              ) : (
                <Keycaps keys={keys} />
              )}
            </li>
          );
        })}
      </ul>
      <Button
        className="settings-keys"
        icon={<Keyboard size={16} />}
        onClick={() => void openShortcutSettings()}
      >
        {t('shortcuts_change')}
      </Button>
    </Section>
  );
}
