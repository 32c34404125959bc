import type { ReactNode } from 'react';

export type MessageBlockProps = {
  art?: ReactNode;
  title: string;
  text?: string;
  children?: ReactNode;
};

export function MessageBlock({ art, title, text, children }: MessageBlockProps) {
  return (
    <section className="message-block">
      {art}
      <h2 className="message-block-title" dir="auto">
        {title}
      </h2>
      {text === undefined ? null : <p>{text}</p>}
      {children}
    </section>
  );
}
