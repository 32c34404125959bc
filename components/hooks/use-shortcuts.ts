import { useEffect, useState } from 'react';
import { type Command, commandNames, commands, keycaps } from './shortcuts.ts';
import { useBridge } from './bridge.ts';

/** The keys of each command that has any. */
export type Shortcuts = Partial<Record<Command, readonly string[]>>;

/** Gives the keys the commands have in this browser; none until the browser has said so. */
export function useShortcuts(): Shortcuts {
  const bridge = useBridge();
  const [shortcuts, setShortcuts] = useState<Shortcuts>({});
  useEffect(() => {
    let wanted = true;
    const read = async () => {
      const given = await bridge.shortcuts();
      if (wanted) setShortcuts(keysOf(given));
    };
    void read();
    // The person may change them on the browser's own page and come back.
    const again = () => void read();
    window.addEventListener('focus', again);
    return () => {
      wanted = false;
      window.removeEventListener('focus', again);
    };
  }, [bridge]);
  return shortcuts;
}

function keysOf(given: readonly { name: string; shortcut: string }[]): Shortcuts {
  const keys: Shortcuts = {};
  for (const command of commands) {
    const name = commandNames[command];
    const caps = keycaps(given.find((one) => one.name === name)?.shortcut ?? '');
    if (caps.length > 0) keys[command] = caps;
  }
  return keys;
}
