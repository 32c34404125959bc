import './button.css';
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'autoFocus'> & {
  look?: 'primary' | 'secondary' | 'quiet';
  size?: 'medium' | 'small' | 'large';
  wide?: boolean;
  /** Shows a spinner; the button keeps its size and focus, and ignores clicks. */
  busy?: boolean;
  submits?: boolean;
  takesFocus?: boolean;
  icon?: ReactNode;
  after?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

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
      // Set only on a surface's primary button, so that Enter works right away.
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

/** A small button without a frame, for secondary actions. */
export function QuietButton(props: ButtonProps) {
  return <Button size="small" look="quiet" {...props} />;
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'children'> & {
  label: string;
  Icon: LucideIcon;
  /** Icon size in pixels. */
  size?: number;
};

export function IconButton({ label, Icon, size = 16, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames('icon-button', className)}
      aria-label={label}
      title={label}
    >
      <Icon size={size} />
    </button>
  );
}

function preventDefault(event: { preventDefault: () => void }): void {
  event.preventDefault();
}

export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
