/** What every save has below its headline: why it stands as it does, and what the person can do about it. */
import type { SaveAction, SaveView } from '../saves/save-view.ts';
import { Button } from '../ui/button.tsx';
import { Quote } from '../ui/quote.tsx';
import { saveWords } from '../words/outbox.ts';
import { popupWords } from '../words/popup.ts';

export function SaveDetail({ save }: { save: SaveView }) {
  return (
    <>
      {save.detail === null ? null : <p className="popup-work-text">{save.detail}</p>}
      {save.quote === null ? null : <Quote words={save.quote} />}
      {save.traceId === null ? null : (
        <p className="save-progress-trace">{popupWords.reference(save.traceId)}</p>
      )}
    </>
  );
}

export type SaveActionsProps = {
  actions: readonly SaveAction[];
  onAct: (action: SaveAction) => void;
};

export function SaveActions({ actions, onAct }: SaveActionsProps) {
  return actions.map((action) => (
    <Button
      key={action}
      size="small"
      look={action === 'discard' ? 'quiet' : 'secondary'}
      onClick={() => onAct(action)}
    >
      {saveWords.actions[action]}
    </Button>
  ));
}
