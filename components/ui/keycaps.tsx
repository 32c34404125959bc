import './keycaps.css';
import { Fragment } from 'react';

/** The keys of a shortcut, drawn as keys; in the order in which keyboards name them, in every language. */
export function Keycaps({ keys }: { keys: readonly string[] }) {
  return (
    <kbd className="keycaps" dir="ltr">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 ? <span className="visually-hidden">+</span> : null}
          <kbd className="keycap">{key}</kbd>
        </Fragment>
      ))}
    </kbd>
  );
}
