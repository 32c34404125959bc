import { CircleAlert } from 'lucide-react';
import type { SaveAction, SaveView } from '../saves/save-view.ts';
import { saveWords } from '../words/outbox.ts';
import { SaveActions, SaveDetail } from './save-parts.tsx';

export type LaterTryProps = {
  save: { id: string };
  view: SaveView;
  /** How often it was tried again here and has come to nothing. */
  tried: number;
  onAct: (action: SaveAction, saveId: string) => void;
};

/** A try to save the page once more that came to nothing, below the save that stands. */
export function LaterTry({ save, view, tried, onAct }: LaterTryProps) {
  return (
    <div className="save-later">
      <h4 className="save-later-headline">
        <CircleAlert className="save-later-icon" size={16} aria-hidden="true" />
        <span>{view.headline}</span>
      </h4>
      <SaveDetail save={view} />
      {tried === 0 ? null : <p className="popup-work-text">{saveWords.tried(tried)}</p>}
      <div className="popup-row save-progress-actions">
        <SaveActions actions={view.actions} onAct={(action) => onAct(action, save.id)} />
      </div>
    </div>
  );
}
