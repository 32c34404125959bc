import '../ui/message-block.css';
import type { ReactNode } from 'react';

export type SearchMessageProps = {
  art?: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
};

/** A few words in the middle where there are no hits. */
export function SearchMessage({ art, title, text, children }: SearchMessageProps) {
  return (
    <section className="message-block">
      {art}
      <h2 className="message-block-title" dir="auto">
        {title}
      </h2>
      <p>{text}</p>
      {children}
    </section>
  );
}
