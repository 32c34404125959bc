import './field.css';
import { type KeyboardEvent, type Ref, useId } from 'react';

export type TextFieldProps = {
  label: string;
  /** Shows the label to screen readers only, if it is obvious from the context. */
  hidesLabel?: boolean;
  /** Hides what is typed, and keeps browsers from saving it. */
  isSecret?: boolean;
  placeholder?: string;
  value: string;
  maxLength?: number;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  takesFocus?: boolean;
  /** Why the value is invalid. */
  error?: string | null;
  /** A hint, shown while there is no error. */
  hint?: string | null;
  ref?: Ref<HTMLInputElement>;
};

/** A single-line text field. */
export function TextField({
  label,
  hidesLabel = false,
  isSecret = false,
  placeholder,
  value,
  maxLength,
  onChange,
  onKeyDown,
  takesFocus,
  error = null,
  hint = null,
  ref,
}: TextFieldProps) {
  const noteId = useId();
  const note = error ?? hint;
  return (
    <label className="text-field">
      <span className={hidesLabel ? 'visually-hidden' : 'text-field-label'}>{label}</span>
      <input
        ref={ref}
        className="text-field-input"
        type={isSecret ? 'password' : 'text'}
        // Browsers offer to save passwords despite `off`, unless it is a new one.
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={!isSecret}
        dir="auto"
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        // Shown because the person asked to fill it in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
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
