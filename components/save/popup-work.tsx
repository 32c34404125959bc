import { CircleAlert } from 'lucide-react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { Effort } from '../app/use-active-connection.ts';
import { LazyNoConnection } from '../connections/lazy.tsx';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/mark.tsx';
import { errorWords } from '../app/error-text.ts';
import { LateChangedPage, LateHinderedWork, LateSaveProgress } from './lazy.tsx';
import { PopupTrouble } from './popup-trouble.tsx';
import type { PopupView } from './popup-model.ts';
import { orderOf } from './popup-view.ts';
import { SaveForm } from './save-form.tsx';
import type { SaveAction } from '../outbox/save-view.ts';
import { t } from '../../lib/i18n/i18n.ts';

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
  onCreate: (name: string, before: ConnectionStatus) => Promise<boolean>;
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
            <span className="popup-label popup-work-unsaid">{t('popup_saveTo')}</span>
            <span className="popup-work-blank" />
          </div>
          <span className="popup-work-blank" data-tall />
        </div>
      );
    case 'failed':
      return <Failed error={view.error} onReload={props.onReload} />;
    case 'homeless':
      return (
        <LazyNoConnection>
          <Homeless onSetUp={props.onSetUp} />
        </LazyNoConnection>
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
  return (
    <div className="popup-centre">
      <Mark size={56} />
      <h2 className="popup-work-title">{t('popup_homeless_title')}</h2>
      <p className="popup-work-text">{t('popup_homeless_text')}</p>
      <Button look="primary" size="large" onClick={onSetUp} takesFocus>
        {t('popup_homeless_action')}
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
        <p className="save-progress-trace">{t('common_reference', { traceId })}</p>
      )}
      <Button onClick={onReload} takesFocus>
        {t('common_retry')}
      </Button>
    </div>
  );
}
