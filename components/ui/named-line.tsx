import './named-line.css';
import { classNames } from './class-names.ts';

export type NamedLineProps = {
  className?: string;
  /** What is said before and after the name. */
  around: readonly [before: string, after: string];
  name: string;
};

/**
 * One line that says something of a name. Where room is short the name is cut at its own end, whichever way it runs; cut
 * as one text, an English name in an Arabic line would lose its beginning.
 */
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
