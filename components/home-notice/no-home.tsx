import type { ReactNode } from 'react';
import { nameAmong } from '../connect/home-name.ts';
import { useBridge } from '../hooks/bridge.ts';
import { useHomeNotice } from '../hooks/use-home-notice.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { connectionWords } from '../words/connections.ts';

const words = connectionWords.noneInUse;
/** More of them are chosen from in the settings. */
const shownHomes = 3;

/** Where homes are kept and none is in use, the choice between them; the children where there is none at all, and where that cannot be told. */
export function NoHome({ children }: { children: ReactNode }) {
  const { ask, openSettings } = useBridge();
  const { list, hasFailed } = useHomeNotice(never);
  if (list === null) return hasFailed ? children : null;
  const { connections } = list;
  if (connections.length === 0) return children;
  // The surface hears of the other home, and goes on, a moment later.
  if (connections.some(({ isActive }) => isActive)) return null;
  return (
    <section aria-label={connectionWords.amiss.label}>
      <Notice
        tone="plain"
        title={words.title}
        text={words.text}
        actions={
          <>
            {connections.slice(0, shownHomes).map((view) => (
              <Button
                key={view.connection.id}
                size="small"
                onClick={() => void ask('connections.choose', { connectionId: view.connection.id })}
              >
                {words.use(nameAmong(view, connections))}
              </Button>
            ))}
            {connections.length > shownHomes ? (
              <Button size="small" look="quiet" onClick={() => void openSettings()}>
                {connectionWords.amiss.openSettings}
              </Button>
            ) : null}
          </>
        }
      />
    </section>
  );
}

function never(): boolean {
  return false;
}
