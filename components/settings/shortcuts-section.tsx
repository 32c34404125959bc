import { Keyboard } from 'lucide-react';
import { useBridge } from '../hooks/bridge.ts';
import { commands } from '../hooks/shortcuts.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { Keycaps } from '../ui/keycaps.tsx';
import { shortcutWords as words } from '../words/shortcuts.ts';
import { Section } from './section.tsx';

/** The keys of each command, and the way to where the browser lets them be changed. */
export function ShortcutsSection() {
  const { openShortcutSettings } = useBridge();
  const shortcuts = useShortcuts();
  return (
    <Section id="shortcuts" title={words.title} text={words.text}>
      <ul className="settings-list" aria-label={words.title}>
        {commands.map((command) => {
          const keys = shortcuts[command];
          return (
            <li key={command} className="settings-row">
              <div className="settings-row-words">
                <p>{words.commands[command].name}</p>
                <p className="settings-row-note">{words.commands[command].text}</p>
              </div>
              {keys === undefined ? (
                <p className="settings-row-note">{words.none}</p>
              ) : (
                <Keycaps keys={keys} />
              )}
            </li>
          );
        })}
      </ul>
      <Button
        className="settings-keys"
        icon={<Keyboard size={16} aria-hidden="true" />}
        onClick={() => void openShortcutSettings()}
      >
        {words.change}
      </Button>
    </Section>
  );
}
