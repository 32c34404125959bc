import './key-list.css';
import { Keycaps } from './keycaps.tsx';

export type KeyRow = { keys: readonly string[]; words: string };

/** The keys of a view and what each does. */
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
