import { classNames } from './button.tsx';

export type NamedLineProps = {
  className?: string;
  /** The text before and after the name. */
  around: readonly [before: string, after: string];
  name: string;
};

/** Truncates the name separately: in a single text, an English name in an Arabic line would lose its beginning. */
export function NamedLine({ className, around: [before, after], name }: NamedLineProps) {
  return (
    <span className={classNames('named-line', className)}>
      <span>{before}</span>
      <span className="named-line-name" dir="auto">
        {name}
      </span>
      <span>{after}</span>
    </span>
  );
}
