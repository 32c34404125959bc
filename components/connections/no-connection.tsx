import type { ReactNode } from 'react';
import { nameAmong } from './connection-view.ts';
import { useBridge } from '../app/bridge.ts';
import { useConnectionList } from './use-connection-list.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { t } from '../../lib/i18n/i18n.ts';

/** Maximum connections to list. If there are more, the notice also has a button to the settings. */
const shownConnections = 3;

/** Lists the existing connections to choose from; renders the children if there are none or they can't be read. */
export function NoConnection({ children }: { children: ReactNode }) {
  const { ask, openSettings } = useBridge();
  const { state } = useConnectionList(() => false);
  if (state.status !== 'ready') return state.status === 'failed' ? children : null;
  const { connections } = state.value;
  if (connections.length === 0) return children;
  // A connection is active again. The surface continues once it receives the change event.
  if (connections.some(({ isActive }) => isActive)) return null;
  return (
    <section aria-label={t('connections_notice_label')}>
      <Notice
        title={t('connections_noneInUse_title')}
        actions={
          <>
            {connections.slice(0, shownConnections).map((view) => (
              <Button
                key={view.connection.id}
                size="small"
                onClick={() => void ask('connections.choose', { connectionId: view.connection.id })}
              >
                {t('connections_useNamed', { name: nameAmong(view, connections) })}
              </Button>
            ))}
            {connections.length > shownConnections ? (
              <QuietButton onClick={() => void openSettings('connections')}>
                {t('common_openSettings')}
              </QuietButton>
            ) : null}
          </>
        }
      />
    </section>
  );
}
