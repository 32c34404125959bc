import './notice.css';
import { CircleAlert, CirclePause, CircleSlash2, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Quote } from './quote.tsx';

export type NoticeTone = 'bad' | 'wait' | 'paused' | 'plain';

export type NoticeProps = {
  tone: NoticeTone;
  title: string;
  text?: string | null;
  quote?: string | null;
  note?: ReactNode;
  actions?: ReactNode;
};

export function Notice({ tone, title, text, quote, note, actions }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone}>
      <NoticeIcon tone={tone} />
      <div className="notice-body">
        <p className="notice-title" dir="auto">
          {title}
        </p>
        {text ? <p className="notice-text">{text}</p> : null}
        {quote ? <Quote words={quote} /> : null}
        {note ? <p className="notice-note">{note}</p> : null}
        {actions ? <div className="notice-actions">{actions}</div> : null}
      </div>
    </div>
  );
}

function NoticeIcon({ tone }: { tone: NoticeTone }) {
  const Icon = { bad: CircleAlert, wait: Clock, paused: CirclePause, plain: CircleSlash2 }[tone];
  return <Icon className="notice-icon" size={18} aria-hidden="true" />;
}
