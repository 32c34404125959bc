import { Check, Copy } from 'lucide-react';
import type { AskedAnswer } from '../../lib/contracts/recall.ts';
import { useCopying } from '../hooks/use-copying.ts';
import { IconButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { askWords } from '../words/ask.ts';
import { answerAsText } from './ask-view.ts';

/** Takes an answer along, with its question and its sources. */
export function CopyAnswer({ message, answer }: { message: string; answer: AskedAnswer }) {
  const { state, copy } = useCopying();
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <>
      {state === 'failed' ? <p className="ask-not-copied">{askWords.notCopied}</p> : null}
      <IconButton
        className="ask-copy"
        label={askWords.copy}
        data-state={state}
        onClick={() => void copy(answerAsText(message, answer))}
      >
        <Icon size={16} aria-hidden="true" />
      </IconButton>
      <LiveRegion
        words={{ rest: '', copied: askWords.copied, failed: askWords.notCopied }[state]}
      />
    </>
  );
}
