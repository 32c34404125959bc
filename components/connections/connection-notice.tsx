import './connection-notice.css';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import { useBridge } from '../app/bridge.ts';
import { useConnectionList } from './use-connection-list.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { plural, t } from '../../lib/i18n/i18n.ts';
import type { ConnectionView } from '../../lib/connections/model.ts';
import {
  credentialTrouble,
  shownWithdrawals,
  canSaveTo,
  credentialTroubleText,
  withdrawnTitle,
} from './connection-view.ts';

/** `isShort` if there is little space. */
export type ConnectionNoticeProps = { isShort?: boolean };

/** Says what is wrong with the connection in use and how to fix it; draws nothing if all is well. */
export function ConnectionNotice({ isShort = false }: ConnectionNoticeProps) {
  const { openSettings } = useBridge();
  const { list, tryAgain } = useConnectionList(needsNotice);
  const [isTrying, setIsTrying] = useState(false);
  const view = list === null ? null : connectionNotice(list);
  if (view === null) return null;
  const { connectionId, title, text, traceId, waits, triesAgain } = view;
  const again = async () => {
    setIsTrying(true);
    await tryAgain(connectionId);
    setIsTrying(false);
  };
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
        note={isShort || traceId === null ? null : <Reference traceId={traceId} />}
        actions={
          <>
            {triesAgain === null ? null : (
              <Button size="small" busy={isTrying} onClick={() => void again()}>
                {t('common_retry')}
              </Button>
            )}
            <Button size="small" onClick={() => void openSettings()}>
              {t('common_openSettings')}
            </Button>
          </>
        }
      />
    </section>
  );
}

function needsNotice(list: ConnectionList): boolean {
  return connectionNotice(list) !== null;
}

/** The trace id to quote to the service's admin, with a copy button. */
function Reference({ traceId }: { traceId: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(traceId).then(
      () => setIsCopied(true),
      // The reference can still be selected by hand.
      () => setIsCopied(false),
    );
  return (
    <>
      <span className="connection-notice-reference">{t('common_reference', { traceId })}</span>
      <IconButton
        label={isCopied ? t('common_copied') : t('connections_notice_copyReference')}
        onClick={() => void copy()}
      >
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </IconButton>
    </>
  );
}

export type ConnectionNoticeView = {
  connectionId: string;
  title: string;
  text: string;
  /** To quote to the service's admin. */
  traceId: string | null;
  /** Saves that were stopped by it. */
  waits: number;
  /** What is tried again, since the service may change its mind; null where a credential has to be given anew. */
  triesAgain: 'key' | 'read-only' | null;
};

/** Returns null if all is well. Refusals of the profile, Ask and deleting are shown where those are used. */
export function connectionNotice({
  connections,
  waiting,
}: ConnectionList): ConnectionNoticeView | null {
  const view = connections.find(({ isActive }) => isActive);
  const words = view === undefined ? null : wordsFor(view);
  if (view === undefined || words === null) return null;
  const connectionId = view.connection.id;
  const stopped = waiting.find((entry) => entry.connectionId === connectionId)?.stopped ?? 0;
  return { connectionId, ...words, waits: canSaveTo(view) ? 0 : stopped };
}

function wordsFor(
  view: ConnectionView,
): Omit<ConnectionNoticeView, 'connectionId' | 'waits'> | null {
  const trouble = credentialTrouble(view);
  if (trouble !== null && view.connection.kind !== 'device') {
    const words = credentialTroubleText(view.connection.kind, trouble);
    return { ...words, traceId: null, triesAgain: null };
  }
  if (view.notPermitted.length > 0) {
    return {
      title: t('connections_notPermitted_title'),
      text: t('connections_notPermitted_text'),
      traceId: null,
      triesAgain: null,
    };
  }
  if (view.connection.kind === 'device') return null;
  const withdrawn = shownWithdrawals(view).filter(({ kind }) => kind !== 'ask-key');
  const told =
    withdrawn.find(({ access }) => access === 'all') ??
    withdrawn.find(({ access }) => access === 'write');
  if (told === undefined) return null;
  return {
    title: withdrawnTitle(told),
    text: t('connections_withdrawn_text'),
    traceId: told.error.traceId ?? null,
    triesAgain: view.connection.kind,
  };
}
