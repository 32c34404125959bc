import './note-form.css';
import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import type { NoteDraft } from '../../lib/notes/model.ts';
import type { CommandState } from '../app/use-command.ts';
import { Button } from '../ui/button.tsx';
import { SwitchButton } from '../ui/switch.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import type { DraftHook } from './use-note-draft.ts';

type NoteFormProps = {
  draft: NoteDraft;
  /** Whether the stored draft is still loading. The text can't be sent until it has been combined with that draft. */
  isLoading: boolean;
  sending: CommandState;
  /** Whether the person can choose between a note and a fact. If not, new text is a fact. */
  canBeNote: boolean;
  onChange: DraftHook['change'];
  onSend: () => void;
  onEscape: () => void;
  children: ReactNode;
};

export function NoteForm(props: NoteFormProps) {
  const { draft, isLoading, sending, canBeNote, onChange, onSend, onEscape, children } = props;
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const whyId = useId();
  const troubleId = useId();
  const { isFact } = draft;
  const { isEmpty, trouble } = draftView(draft);
  const isSending = sending.status === 'running';

  useEffect(() => {
    const field = fieldRef.current;
    if (field === null) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      onEscape();
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (isSending || isLoading) return;
    if (isEmpty || trouble !== null) fieldRef.current?.focus();
    else onSend();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys work anywhere in the form
    <div className="note-form" onKeyDown={onKeyDown}>
      <div className="note-paper" data-fact={isFact || undefined}>
        <textarea
          ref={fieldRef}
          className="note-field"
          aria-label={isFact ? t('note_fact_label') : t('search_yourNote')}
          placeholder={isFact ? t('note_fact_placeholder') : t('note_note_placeholder')}
          aria-invalid={trouble === null ? undefined : true}
          aria-describedby={trouble === null ? undefined : troubleId}
          dir="auto"
          rows={3}
          readOnly={isSending}
          value={draft.content}
          onChange={({ currentTarget }) => onChange({ content: currentTarget.value })}
        />
        <p className="note-draft" data-shown={!isEmpty || undefined}>
          {isEmpty ? '' : t('note_draftSaved')}
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
          isBusy={isLoading}
          describedBy={whyId}
          onTurn={() => onChange({ isFact: !isFact })}
        >
          {t('note_isFact')}
        </SwitchButton>
      ) : null}
      <p className="note-why" id={whyId}>
        {t('note_why')}
      </p>
      {children}
      {sending.status === 'failed' ? <ErrorAlert error={sending.error} /> : null}
    </div>
  );
}

type NoteSendProps = Pick<NoteFormProps, 'draft' | 'isLoading' | 'sending' | 'onSend'> & {
  isLarge?: boolean;
};

export function NoteSend({ draft, isLoading, sending, onSend, isLarge = false }: NoteSendProps) {
  const { isEmpty, trouble } = draftView(draft);
  const isSending = sending.status === 'running';
  const { isFact } = draft;
  const label = isFact ? t('note_add') : t('note_save');
  return (
    <Button
      look="primary"
      size={isLarge ? 'large' : 'medium'}
      wide={isLarge}
      busy={isSending}
      disabled={isLoading || isEmpty || trouble !== null}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      after={isLarge ? <SendKeys /> : undefined}
      className="note-send"
      onClick={onSend}
    >
      {isSending ? (isFact ? t('note_adding') : t('common_saving')) : label}
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

/** `trouble` is why the service would reject the text. */
export function draftView(draft: Pick<NoteDraft, 'content'>) {
  const text = draft.content.trim();
  const limit = serviceLimits.contentBytes;
  const bytes = new TextEncoder().encode(text).length;
  const sizes = { size: sizeWords(bytes), limit: sizeWords(limit) };
  return { isEmpty: text === '', trouble: bytes > limit ? t('note_tooLong', sizes) : null };
}
