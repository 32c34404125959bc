import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { type ErrorWords, errorWords } from '../words/errors.ts';
import { settingsWords } from '../words/settings.ts';
import { Trouble } from '../ui/trouble.tsx';

export type RuleFormProps = {
  label: string;
  hidesLabel?: boolean;
  /** What the rule says now. */
  content?: string;
  action: string;
  working: string;
  errorWordsOf?: (error: AppError) => ErrorWords;
  onSubmit: (content: string) => Promise<Result<null, AppError>>;
  /** Left out where there is nothing to go back to; the form then stays for the next rule. */
  onCancel?: () => void;
};

/** A rule in the person's own words: Enter takes it, Shift and Enter begin a new line, Escape leaves it as it was. */
export function RuleForm(props: RuleFormProps) {
  const { content: before = '', onSubmit, onCancel } = props;
  const [content, setContent] = useState(before);
  const [isWorking, setIsWorking] = useState(false);
  const [trouble, setTrouble] = useState<AppError | null>(null);
  const id = useId();
  const fieldRef = useRef<HTMLTextAreaElement>(null);

  async function submit(): Promise<void> {
    if (isWorking || content.trim() === '') return;
    if (content === before) return onCancel?.();
    setIsWorking(true);
    const done = await onSubmit(content);
    setIsWorking(false);
    setTrouble(done.ok ? null : done.error);
    if (done.ok && onCancel === undefined) setContent('');
    fieldRef.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel?.();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      className="settings-rule-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label
        className={classNames('text-field-label', props.hidesLabel && 'visually-hidden')}
        htmlFor={id}
      >
        {props.label}
      </label>
      <textarea
        id={id}
        ref={fieldRef}
        className="text-field-input settings-rule-field"
        dir="auto"
        rows={2}
        maxLength={2000}
        placeholder={settingsWords.rules.placeholder}
        value={content}
        // Shown because the person asked to change the rule.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={onCancel !== undefined}
        onChange={(event) => setContent(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {trouble === null ? null : (
        <Trouble error={trouble} wordsOf={props.errorWordsOf ?? errorWords} />
      )}
      <div className="settings-form-actions">
        <Button
          look={onCancel === undefined ? 'secondary' : 'primary'}
          submits
          busy={isWorking}
          disabled={content.trim() === ''}
        >
          {isWorking ? props.working : props.action}
        </Button>
        {onCancel === undefined ? null : (
          <Button look="quiet" onClick={onCancel}>
            {settingsWords.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
