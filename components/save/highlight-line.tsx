import { Highlighter } from 'lucide-react';
import { QuietButton } from '../ui/button.tsx';
import { errorWords } from '../../lib/i18n/errors.ts';
import { plural, sentences, t } from '../../lib/i18n/i18n.ts';
import type { PageHighlights } from './popup-view.ts';
import type { SaveAction } from '../outbox/save-view.ts';

export type HighlightLineProps = PageHighlights & {
  onAct: (action: SaveAction, saveId: string) => void;
};

export function HighlightLine({ saved, unsent, failed, onAct }: HighlightLineProps) {
  const [first] = failed;
  if (first !== undefined && 'error' in first.state) {
    const { title, quote } = errorWords(first.state.error);
    return (
      <div>
        <p className="popup-trouble">
          <Highlighter size={15} />
          <span title={quote ?? undefined}>
            {sentences(plural(failed.length, 'outbox_highlight_notKept'), title)}
          </span>
        </p>
        <div className="popup-trouble-actions">
          {(['retry', 'discard'] as const).map((action) => (
            <QuietButton key={action} onClick={() => onAct(action, first.id)}>
              {action === 'retry' ? t('common_retry') : t('saves_actions_discard')}
            </QuietButton>
          ))}
        </div>
      </div>
    );
  }
  if (saved === 0) return null;
  return (
    <p className="popup-highlights">
      <Highlighter size={14} />
      {unsent === 0
        ? plural(saved, 'outbox_highlight_kept')
        : t('outbox_highlight_keptUnsent', {
            kept: plural(saved, 'outbox_highlight_kept'),
            unsent,
          })}
    </p>
  );
}
