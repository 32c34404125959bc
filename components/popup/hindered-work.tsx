import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { Effort } from '../hooks/use-home.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { errorWords } from '../words/errors.ts';
import { homeWords } from '../words/home.ts';
import { popupWords } from '../words/popup.ts';
import { previewWords } from '../words/preview.ts';
import { LateNewMemory } from './late-new-memory.tsx';
import type { PopupView } from './popup-model.ts';

export type HinderedWorkProps = {
  view: Extract<PopupView, { kind: 'obstacle' | 'read-only' | 'no-memory' | 'first-memory' }>;
  naming: Effort;
  onCreate: (name: string, before: HomeStatus) => Promise<boolean>;
  onOpenSettings: () => void;
  onSaveAddress: () => void;
};

/** Why the page in front cannot be saved as things are, and what can be done about that. */
export function HinderedWork({ view, ...props }: HinderedWorkProps) {
  switch (view.kind) {
    case 'obstacle': {
      const { title, next } = errorWords(view.obstacle);
      return (
        <div className="popup-work">
          <Notice
            tone="plain"
            title={title}
            text={next}
            actions={
              view.address === null ? null : (
                <Button size="small" onClick={props.onSaveAddress}>
                  {previewWords.saveAddress}
                </Button>
              )
            }
          />
        </div>
      );
    }
    case 'read-only':
      return (
        <div className="popup-work">
          <Button look="primary" size="large" wide disabled aria-describedby="only-reads">
            {popupWords.save}
          </Button>
          <div id="only-reads">
            <Notice
              tone="plain"
              title={homeWords.onlyReads.title}
              text={homeWords.onlyReads.text}
              actions={
                <Button size="small" onClick={props.onOpenSettings}>
                  {homeWords.onlyReads.action}
                </Button>
              }
            />
          </div>
        </div>
      );
    case 'no-memory':
      return (
        <div className="popup-work">
          <Notice tone="plain" {...homeWords.noMemory} />
        </div>
      );
    case 'first-memory':
      return (
        <div className="popup-work">
          <p className="popup-work-title">{popupWords.firstMemory.title}</p>
          <p className="popup-work-text">{popupWords.firstMemory.text}</p>
          <LateNewMemory
            naming={props.naming}
            onCreate={(name) => props.onCreate(name, view.home)}
            onCancel={null}
          />
        </div>
      );
  }
}
