import { Highlighter } from 'lucide-react';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { Button } from '../ui/button.tsx';
import { errorWords } from '../app/error-text.ts';
import { plural, sentences } from '../../lib/i18n/i18n.ts';
import { highlightWords, saveWords } from '../outbox/text.ts';
import type { Highlights } from '../save/popup-view.ts';
import type { SaveAction } from '../outbox/save-view.ts';

export type HighlightLineProps = Highlights & {
  onAct: (action: SaveAction, saveId: string) => void;
};

/** The highlights of the page: how many are kept, and the first of those that were not. */
export function HighlightLine({ kept, waiting, troubled, onAct }: HighlightLineProps) {
  const [first] = troubled;
  if (first !== undefined) return <Trouble item={first} count={troubled.length} onAct={onAct} />;
  if (kept === 0) return null;
  return (
    <p className="popup-highlights">
      <Highlighter size={14} aria-hidden="true" />
      {waiting === 0
        ? plural(kept, 'outbox_highlight_kept')
        : highlightWords.keptWaiting(plural(kept, 'outbox_highlight_kept'), waiting, kept)}
    </p>
  );
}

type TroubleProps = { item: OutboxView; count: number; onAct: HighlightLineProps['onAct'] };

function Trouble({ item, count, onAct }: TroubleProps) {
  if (!('error' in item.state)) return null;
  const { title, quote } = errorWords(item.state.error);
  return (
    <div className="popup-highlight-trouble">
      <p className="popup-trouble">
        <Highlighter size={15} aria-hidden="true" />
        <span title={quote ?? undefined}>
          {sentences(plural(count, 'outbox_highlight_notKept'), title)}
        </span>
      </p>
      <div className="popup-trouble-actions">
        {(['retry', 'discard'] as const).map((action) => (
          <Button key={action} size="small" look="quiet" onClick={() => onAct(action, item.id)}>
            {saveWords.actions[action]}
          </Button>
        ))}
      </div>
    </div>
  );
}
