import './text-field.css';
import type { KeyboardEvent, Ref } from 'react';

export type TextFieldProps = {
  label: string;
  /** Keeps the label for screen readers alone, where the place makes it plain. */
  hidesLabel?: boolean;
  placeholder?: string;
  value: string;
  maxLength?: number;
  onChange: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  takesFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** One line of text to fill in. */
export function TextField({
  label,
  hidesLabel = false,
  placeholder,
  value,
  maxLength,
  onChange,
  onKeyDown,
  takesFocus,
  ref,
}: TextFieldProps) {
  return (
    <label className="text-field">
      <span className={hidesLabel ? 'visually-hidden' : 'text-field-label'}>{label}</span>
      <input
        ref={ref}
        className="text-field-input"
        type="text"
        autoComplete="off"
        dir="auto"
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
        // Shown because the person asked to fill it in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={takesFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
