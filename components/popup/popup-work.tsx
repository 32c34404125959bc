import { CircleAlert } from 'lucide-react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import type { Effort } from '../hooks/use-home.ts';
import { LateNoHome } from '../home-notice/late-no-home.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { errorWords } from '../words/errors.ts';
import { popupWords } from '../words/popup.ts';
import { LateChangedPage, LateHinderedWork, LateSaveProgress } from './late.tsx';
import { PopupTrouble } from './popup-trouble.tsx';
import type { PopupView } from './popup-model.ts';
import { orderOf } from './popup-view.ts';
import { SaveForm } from './save-form.tsx';
import type { SaveAction } from '../saves/save-view.ts';

export type PopupWorkProps = {
  view: PopupView;
  now: number;
  /** The selection stands first, and the page is saved from its own card. */
  isSecond: boolean;
  naming: Effort;
  onReload: () => void;
  onSetUp: () => void;
  onOpenSettings: () => void;
  onPick: (memoryId: string) => void;
  onCreate: (name: string, before: HomeStatus) => Promise<boolean>;
  onCalm: () => void;
  onSaveAddress: () => void;
  onSave: (order: { memory: MemoryChoice; asVersion: boolean }) => void;
  onAct: (action: SaveAction, saveId: string) => void;
  onWantForm: (wants: boolean) => void;
  /** Called with what a screen reader is told of a save. */
  onSay: (words: string) => void;
};

/** What there is to do about the page in front. */
export function PopupWork(props: PopupWorkProps) {
  const { view } = props;
  switch (view.kind) {
    case 'loading':
      return (
        <div className="popup-work" aria-hidden="true">
          <div className="popup-field">
            <span className="popup-label popup-work-unsaid">{popupWords.saveTo}</span>
            <span className="popup-work-blank" />
          </div>
          <span className="popup-work-blank" data-tall />
        </div>
      );
    case 'failed':
      return <Failed error={view.error} onReload={props.onReload} />;
    case 'homeless':
      return (
        <LateNoHome>
          <Homeless onSetUp={props.onSetUp} />
        </LateNoHome>
      );
    case 'obstacle':
    case 'read-only':
    case 'no-memory':
    case 'first-memory':
      return (
        <LateHinderedWork
          view={view}
          naming={props.naming}
          onCreate={props.onCreate}
          onOpenSettings={props.onOpenSettings}
          onSaveAddress={props.onSaveAddress}
        />
      );
    case 'form':
      if (props.isSecond) {
        return view.form.error === null ? null : <PopupTrouble error={view.form.error} />;
      }
      return (
        <SaveForm
          form={view.form}
          naming={props.naming}
          onPick={props.onPick}
          onCreate={props.onCreate}
          onCalm={props.onCalm}
          onSave={() => props.onSave(orderOf(view.form))}
          onSaveAddress={props.onSaveAddress}
          onBack={() => props.onWantForm(false)}
        />
      );
    case 'save': {
      const { changed, again } = view;
      if (changed !== null) {
        return (
          <LateChangedPage
            {...changed}
            isSecond={props.isSecond}
            onSaveVersion={() => props.onSave({ memory: changed.memory, asVersion: true })}
            onElsewhere={() => props.onWantForm(true)}
          />
        );
      }
      return (
        <LateSaveProgress
          item={view.item}
          save={view.save}
          later={view.later}
          others={view.others}
          now={props.now}
          tried={view.tried}
          onSay={props.onSay}
          onAct={props.onAct}
          onElsewhere={view.elsewhere ? () => props.onWantForm(true) : null}
          onSaveVersion={
            again === null ? null : () => props.onSave({ memory: again, asVersion: true })
          }
        />
      );
    }
  }
}

function Homeless({ onSetUp }: { onSetUp: () => void }) {
  const { title, text, action } = popupWords.homeless;
  return (
    <div className="popup-centre">
      <Mark size={56} />
      <h2 className="popup-work-title">{title}</h2>
      <p className="popup-work-text">{text}</p>
      <Button look="primary" size="large" onClick={onSetUp} takesFocus>
        {action}
      </Button>
    </div>
  );
}

function Failed({ error, onReload }: { error: AppError; onReload: () => void }) {
  const { title, next, traceId } = errorWords(error);
  return (
    <div className="popup-centre" role="alert">
      <CircleAlert size={32} strokeWidth={1.75} aria-hidden="true" />
      <h2 className="popup-work-title">{title}</h2>
      <p className="popup-work-text">{next}</p>
      {traceId === null ? null : (
        <p className="save-progress-trace">{popupWords.reference(traceId)}</p>
      )}
      <Button onClick={onReload} takesFocus>
        {popupWords.tryAgain}
      </Button>
    </div>
  );
}
