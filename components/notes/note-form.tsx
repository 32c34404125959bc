import './note-form.css';
import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { sentences, t } from '../../lib/i18n/i18n.ts';
import type { NoteDraft } from '../../lib/notes/model.ts';
import type { DraftHook } from './use-note-draft.ts';
import type { Handing } from '../app/use-writing.ts';
import { Button } from '../ui/button.tsx';
import { SwitchButton } from '../ui/switch.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { noteWords, draftView } from './note-view.ts';

export type NoteFormProps = {
  /** Null until it is known what was written before. */
  draft: NoteDraft | null;
  handing: Handing;
  /** Whether it may be kept as a note as well, which is then the person's choice. */
  canBeNote: boolean;
  /** The connection on this device has no agent to wait for. */
  isOnDevice: boolean;
  onChange: DraftHook['change'];
  onSend: () => void;
  onEscape: () => void;
  /** What it is sent to, and the button that sends. */
  children: ReactNode;
};

/** Where the person writes: a field that grows, whether it is a fact for the profile, and the way to send it. */
export function NoteForm(props: NoteFormProps) {
  const { draft, handing, canBeNote, isOnDevice, onChange, onSend, onEscape, children } = props;
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const whyId = useId();
  const troubleId = useId();
  const isFact = draft?.isFact ?? !canBeNote;
  const { isEmpty, trouble } = draftView(draft ?? { content: '' });
  const words = isFact ? noteWords.fact : noteWords.note;
  const isReady = draft !== null;

  // At the end of what was written before, where it goes on.
  useEffect(() => {
    const field = fieldRef.current;
    if (!isReady || field === null) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, [isReady]);

  const send = () => {
    if (handing.status === 'working' || draft === null) return;
    if (isEmpty || trouble !== null) fieldRef.current?.focus();
    else onSend();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      onEscape();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys work wherever the focus stands
    <div className="note-form" onKeyDown={onKeyDown}>
      <div className="note-paper" data-fact={isFact || undefined}>
        <textarea
          ref={fieldRef}
          className="note-field"
          aria-label={words.label}
          placeholder={words.placeholder}
          aria-invalid={trouble === null ? undefined : true}
          aria-describedby={trouble === null ? undefined : troubleId}
          dir="auto"
          rows={3}
          readOnly={!isReady || handing.status === 'working'}
          value={draft?.content ?? ''}
          onChange={({ currentTarget }) => onChange({ content: currentTarget.value })}
        />
        <p className="note-draft" data-shown={!isEmpty || undefined}>
          {isEmpty ? '' : t('note_draftKept')}
        </p>
      </div>
      {trouble === null ? null : (
        <p className="note-trouble" id={troubleId} role="alert">
          {trouble}
        </p>
      )}
      {canBeNote ? (
        <SwitchButton
          className="note-switch"
          isOn={isFact}
          isBusy={!isReady}
          describedBy={whyId}
          onTurn={() => onChange({ isFact: !isFact })}
        >
          {t('note_isFact')}
        </SwitchButton>
      ) : null}
      <p className="note-why" id={whyId}>
        {isOnDevice ? t('note_why') : sentences(t('note_why'), t('note_turn'))}
      </p>
      {children}
      {handing.status === 'failed' ? <Trouble error={handing.error} /> : null}
    </div>
  );
}

export type NoteSendProps = Pick<NoteFormProps, 'draft' | 'handing' | 'onSend'> & {
  /** The one thing its surface is for. */
  isLarge?: boolean;
};

/** Sends what was written; Ctrl or ⌘ with Enter does the same wherever the focus stands in the form. */
export function NoteSend({ draft, handing, onSend, isLarge = false }: NoteSendProps) {
  const { isEmpty, trouble } = draftView(draft ?? { content: '' });
  const isWorking = handing.status === 'working';
  return (
    <Button
      look="primary"
      size={isLarge ? 'large' : 'medium'}
      wide={isLarge}
      busy={isWorking}
      disabled={isEmpty || trouble !== null}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      after={isLarge ? <SendKeys /> : undefined}
      className="note-send"
      onClick={onSend}
    >
      {sendWords(draft?.isFact === true, isWorking)}
    </Button>
  );
}

function SendKeys() {
  return (
    <span className="note-send-keys" aria-hidden="true">
      {/Mac|iP/.test(navigator.userAgent) ? '⌘' : 'Ctrl'}
      <CornerDownLeft size={15} />
    </span>
  );
}

function sendWords(isFact: boolean, isWorking: boolean): string {
  if (isFact) return isWorking ? t('note_adding') : t('note_add');
  return isWorking ? t('note_keeping') : t('note_keep');
}
