import './field.css';
import { type KeyboardEvent, type Ref, useId } from 'react';

export type TextFieldProps = {
  label: string;
  hidesLabel?: boolean;
  /** Hides the input and keeps browsers from saving it. */
  isSecret?: boolean;
  placeholder?: string;
  value: string;
  maxLength?: number;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  takesFocus?: boolean;
  error?: string | null;
  hint?: string | null;
  ref?: Ref<HTMLInputElement>;
};

export function TextField(props: TextFieldProps) {
  const { label, hidesLabel = false, isSecret = false, value, error = null, hint = null } = props;
  const { placeholder, maxLength, onChange, onKeyDown, takesFocus, ref } = props;
  const noteId = useId();
  const note = error ?? hint;
  return (
    <label className="text-field">
      <span className={hidesLabel ? 'visually-hidden' : 'text-field-label'}>{label}</span>
      <input
        ref={ref}
        className="text-field-input"
        type={isSecret ? 'password' : 'text'}
        // Browsers offer to save passwords despite `off`, unless it is `new-password`.
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={!isSecret}
        dir="auto"
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only the field its surface was opened for
        autoFocus={takesFocus}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={note === null ? undefined : noteId}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {note === null ? null : (
        <span
          className={error === null ? 'text-field-hint' : 'text-field-error'}
          id={noteId}
          role="alert"
        >
          {note}
        </span>
      )}
    </label>
  );
}
