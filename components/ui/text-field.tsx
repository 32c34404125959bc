import './text-field.css';
import { type KeyboardEvent, type Ref, useId } from 'react';

export type TextFieldProps = {
  label: string;
  /** Keeps the label for screen readers alone, where the place makes it plain. */
  hidesLabel?: boolean;
  /** Shows dots in place of what is typed, and no browser keeps it. */
  isSecret?: boolean;
  placeholder?: string;
  value: string;
  maxLength?: number;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  takesFocus?: boolean;
  /** Why this cannot be taken. */
  error?: string | null;
  ref?: Ref<HTMLInputElement>;
};

/** One line of text to fill in. */
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
  ref,
}: TextFieldProps) {
  const errorId = useId();
  return (
    <label className="text-field">
      <span className={hidesLabel ? 'visually-hidden' : 'text-field-label'}>{label}</span>
      <input
        ref={ref}
        className="text-field-input"
        type={isSecret ? 'password' : 'text'}
        // Browsers offer to keep a password whatever `off` says, save where it is a new one.
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
        aria-describedby={error === null ? undefined : errorId}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {error === null ? null : (
        <span className="text-field-error" id={errorId} role="alert">
          {error}
        </span>
      )}
    </label>
  );
}
