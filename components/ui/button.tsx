import './button.css';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'autoFocus'> & {
  look?: 'primary' | 'secondary' | 'quiet';
  size?: 'medium' | 'small' | 'large';
  wide?: boolean;
  /** Shows that the work goes on; the button keeps its size and the focus, and does nothing meanwhile. */
  busy?: boolean;
  submits?: boolean;
  /** Is what its surface was opened for. */
  takesFocus?: boolean;
  icon?: ReactNode;
  /** Stands at the end, such as the key that does the same. */
  after?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

/** A button with words. */
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
      // Only where the surface is opened to press it, so that Enter is enough.
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

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  /** Its name for those who cannot see the icon, and its tooltip. */
  label: string;
};

/** A button that shows an icon alone. */
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
