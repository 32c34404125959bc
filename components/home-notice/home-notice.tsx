import './home-notice.css';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useBridge } from '../hooks/bridge.ts';
import { useHomeNotice } from '../hooks/use-home-notice.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { connectionWords as words } from '../words/connections.ts';
import { settingsWords } from '../words/settings.ts';
import { homeNoticeView } from './home-notice-view.ts';

/** What is amiss with the home in use, and the person's way back; nothing where all is well. */
export function HomeNotice() {
  const { openSettings } = useBridge();
  const { list, tryAgain } = useHomeNotice();
  const [isTrying, setIsTrying] = useState(false);
  const view = list === null ? null : homeNoticeView(list);
  if (view === null) return null;
  const { connectionId, title, text, traceIds, waits, canTryAgain } = view;
  const again = async () => {
    setIsTrying(true);
    await tryAgain(connectionId);
    setIsTrying(false);
  };
  return (
    <section className="home-notice" aria-label={words.amiss.label}>
      <Notice
        tone="paused"
        title={title}
        text={waits === 0 ? text : `${text} ${words.amiss.waits(waits)}`}
        note={traceIds.length === 0 ? null : settingsWords.reference(traceIds.join(', '))}
        actions={
          <>
            {canTryAgain ? (
              <Button size="small" busy={isTrying} onClick={() => void again()}>
                {words.tryAgain}
              </Button>
            ) : null}
            <Button size="small" onClick={() => void openSettings()}>
              {words.amiss.openSettings}
            </Button>
            {traceIds.length === 0 ? null : <CopyReference text={traceIds.join(', ')} />}
          </>
        }
      />
    </section>
  );
}

function CopyReference({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      // It stands there to be selected all the same.
      () => setIsCopied(false),
    );
  return (
    <IconButton
      label={isCopied ? words.amiss.copied : words.amiss.copy}
      onClick={() => void copy()}
    >
      {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </IconButton>
  );
}
