import './home-notice.css';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { ConnectionList } from '../../lib/contracts/connection-messages.ts';
import { useBridge } from '../hooks/bridge.ts';
import { useHomeNotice } from '../hooks/use-home-notice.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { connectionWords as words } from '../words/connections.ts';
import { settingsWords } from '../words/settings.ts';
import { homeNoticeView } from './home-notice-view.ts';

/** `isShort` where there is little room. */
export type HomeNoticeProps = { isShort?: boolean };

/** What is amiss with the home in use, and the person's way back; nothing where all is well. */
export function HomeNotice({ isShort = false }: HomeNoticeProps) {
  const { openSettings } = useBridge();
  const { list, tryAgain } = useHomeNotice(isAmiss);
  const [isTrying, setIsTrying] = useState(false);
  const view = list === null ? null : homeNoticeView(list);
  if (view === null) return null;
  const { connectionId, title, text, traceId, waits, triesAgain } = view;
  const again = async () => {
    setIsTrying(true);
    await tryAgain(connectionId);
    setIsTrying(false);
  };
  const waitsWords = waits === 0 ? null : words.amiss.waits(waits);
  return (
    <section
      className="home-notice"
      data-short={isShort || undefined}
      aria-label={words.amiss.label}
    >
      <Notice
        tone="paused"
        title={title}
        text={isShort ? waitsWords : [text, waitsWords].filter(Boolean).join(' ')}
        note={isShort || traceId === null ? null : <Reference traceId={traceId} />}
        actions={
          <>
            {triesAgain === null ? null : (
              <Button size="small" busy={isTrying} onClick={() => void again()}>
                {words.tryAgain[triesAgain]}
              </Button>
            )}
            <Button size="small" onClick={() => void openSettings()}>
              {words.amiss.openSettings}
            </Button>
          </>
        }
      />
    </section>
  );
}

function isAmiss(list: ConnectionList): boolean {
  return homeNoticeView(list) !== null;
}

/** To be quoted to whoever runs the service, with the way to copy it. */
function Reference({ traceId }: { traceId: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(traceId).then(
      () => setIsCopied(true),
      // It stands there to be selected all the same.
      () => setIsCopied(false),
    );
  return (
    <>
      <span className="home-notice-reference">{settingsWords.reference(traceId)}</span>
      <IconButton
        label={isCopied ? words.amiss.copied : words.amiss.copy}
        onClick={() => void copy()}
      >
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </IconButton>
    </>
  );
}
