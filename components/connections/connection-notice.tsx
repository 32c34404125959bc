import './connection-notice.css';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import { useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';
import { CopyReference } from '../app/copy-reference.tsx';
import { useConnectionList } from './use-connection-list.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { plural, t } from '../../lib/i18n/i18n.ts';
import type { ConnectionView } from '../../lib/connections/model.ts';
import {
  credentialProblem,
  credentialProblemText,
  shownWithdrawals,
  canSaveTo,
  withdrawnTitle,
} from './connection-view.ts';

export function ConnectionNotice({ isShort = false }: { isShort?: boolean }) {
  const { openSettings } = useBridge();
  const { state, reload } = useConnectionList(needsNotice);
  const retrying = useCommand(async ({ ask }, connectionId: string) => {
    const retried = await ask('connections.try-again', { connectionId });
    await reload();
    return retried;
  });
  const view = state.status === 'ready' ? connectionNotice(state.value) : null;
  if (view === null) return null;
  const { connectionId, title, text, traceId, waits, canRetry, isOfKey } = view;
  const waitingText = waits === 0 ? null : plural(waits, 'connections_waiting');
  return (
    <section
      className="connection-notice"
      data-short={isShort || undefined}
      aria-label={t('connections_notice_label')}
    >
      <Notice
        tone="paused"
        title={title}
        text={isShort ? waitingText : [text, waitingText].filter(Boolean).join(' ')}
        note={
          isShort || traceId === null ? null : (
            <CopyReference traceId={traceId} label={t('connections_notice_copyReference')} />
          )
        }
        actions={
          <>
            {canRetry ? (
              <Button
                size="small"
                busy={retrying.state.status === 'running'}
                onClick={() => void retrying.run(connectionId)}
              >
                {t('common_retry')}
              </Button>
            ) : null}
            <Button size="small" onClick={() => void openSettings('connections')}>
              {isOfKey ? t('connections_anotherKey') : t('common_openSettings')}
            </Button>
          </>
        }
      />
    </section>
  );
}

function needsNotice(list: ConnectionList | null): boolean {
  return list !== null && connectionNotice(list) !== null;
}

/** Returns null if all is well. Profile, Ask and deletion show their own refusals. */
export function connectionNotice({ connections, waiting }: ConnectionList) {
  const view = connections.find(({ isActive }) => isActive);
  const problem = view === undefined ? null : problemOf(view);
  if (view === undefined || problem === null) return null;
  const connectionId = view.connection.id;
  const stopped = waiting.find((entry) => entry.connectionId === connectionId)?.stopped ?? 0;
  return { connectionId, ...problem, waits: canSaveTo(view) ? 0 : stopped };
}

/** `canRetry` is false if a credential has to be entered again. */
function problemOf(view: ConnectionView) {
  if (view.connection.kind === 'device') return null;
  const noRetry = { traceId: null, canRetry: false, isOfKey: false };
  const problem = credentialProblem(view);
  if (problem !== null)
    return { ...credentialProblemText(view.connection.kind, problem), ...noRetry };
  if (view.notPermitted.length > 0) {
    const title = t('connections_notPermitted_title');
    return { title, text: t('connections_notPermitted_text'), ...noRetry };
  }
  const withdrawn = shownWithdrawals(view).filter(({ kind }) => kind !== 'ask-key');
  const shown =
    withdrawn.find(({ access }) => access === 'all') ??
    withdrawn.find(({ access }) => access === 'write');
  if (shown === undefined) return null;
  return {
    title: withdrawnTitle(shown),
    text: t('connections_withdrawn_text'),
    traceId: shown.error.traceId ?? null,
    canRetry: true,
    isOfKey: shown.kind === 'key',
  };
}
