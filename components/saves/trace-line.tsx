import { Check, Copy } from 'lucide-react';
import { useCopying } from '../hooks/use-copying.ts';
import { IconButton } from '../ui/button.tsx';
import { popupWords } from '../words/popup.ts';
import { savesWords } from '../words/saves.ts';

/** The reference to quote when a problem is reported, ready to be copied. */
export function TraceLine({ traceId }: { traceId: string }) {
  const { state, copy } = useCopying();
  const isCopied = state === 'copied';
  return (
    <p className="save-row-trace">
      <span>{popupWords.reference(traceId)}</span>
      <IconButton
        label={isCopied ? savesWords.copied : savesWords.copyReference}
        data-act="copy"
        onClick={() => void copy(traceId)}
      >
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </IconButton>
    </p>
  );
}
