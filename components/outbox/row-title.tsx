import { SquareArrowOutUpRight } from 'lucide-react';

/** The title of a row, as the way to its page where there is one. */
export function RowTitle({ title, href }: { title: string; href: string | null }) {
  const words = (
    <span className="save-row-words" dir="auto">
      {title}
    </span>
  );
  if (href === null) return words;
  return (
    <a className="save-row-link" href={href} target="_blank" rel="noreferrer" data-act="open">
      {words}
      <SquareArrowOutUpRight className="save-row-opens" size={13} aria-hidden="true" />
    </a>
  );
}
