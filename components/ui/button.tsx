import './button.css';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'autoFocus'> & {
  look?: 'primary' | 'secondary' | 'quiet';
  size?: 'medium' | 'small' | 'large';
  wide?: boolean;
  /** Shows a spinner; the button keeps its size and the focus, and ignores clicks. */
  busy?: boolean;
  submits?: boolean;
  /** Focused when its surface opens. */
  takesFocus?: boolean;
  icon?: ReactNode;
  /** Drawn at the end, such as the button's shortcut. */
  after?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

/** A button with text. */
export function Button({
  look = 'secondary',
  size = 'medium',
  wide = false,
  busy = false,
  submits = false,
  takesFocus = false,
  icon,
  after,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={submits ? 'submit' : 'button'}
      // Only for the button its surface was opened for, so that Enter is enough.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      className={classNames('button', className)}
      data-look={look}
      data-size={size}
      data-wide={wide || undefined}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? preventDefault : onClick}
    >
      {busy ? <Spinner /> : icon}
      <span className="button-words">{children}</span>
      {after === undefined ? null : <span className="button-after">{after}</span>}
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  /** Its accessible name and tooltip. */
  label: string;
};

/** A button that shows only an icon. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames('icon-button', className)}
      aria-label={label}
      title={label}
    />
  );
}

function preventDefault(event: { preventDefault: () => void }): void {
  event.preventDefault();
}

/** A spinner; the text beside it says what is in progress. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

/** Joins the class names that apply. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
