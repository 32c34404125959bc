import { Fragment } from 'react';

/** The keys keep their order in every language. */
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

type KeyRow = { keys: readonly string[]; words: string };

export function KeyList({ rows }: { rows: readonly KeyRow[] }) {
  return (
    <ul className="key-list">
      {rows.map(({ keys, words }) => (
        <li key={words}>
          <Keycaps keys={keys} />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
