import './notice.css';
import { CircleAlert, CirclePause, CircleSlash2, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ErrorWords } from '../../lib/i18n/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Quote } from './quote.tsx';

export type NoticeTone = 'bad' | 'wait' | 'paused' | 'plain';

export type NoticeProps = {
  tone?: NoticeTone;
  /** Whether screen readers announce it when it appears. */
  isAlert?: boolean;
  title: string;
  text?: string | null;
  quote?: string | null;
  note?: ReactNode;
  /** A single small button. */
  action?: (Omit<ButtonProps, 'children'> & { label: string }) | null;
  /** Shown if there is no `action`, for example several buttons. */
  actions?: ReactNode;
};

export function Notice({ tone = 'plain', title, text, quote, note, ...rest }: NoticeProps) {
  const Icon = { bad: CircleAlert, wait: Clock, paused: CirclePause, plain: CircleSlash2 }[tone];
  const actions = rest.action ? <NoticeButton {...rest.action} /> : rest.actions;
  return (
    <div className="notice" data-tone={tone} role={rest.isAlert ? 'alert' : undefined}>
      <Icon className="notice-icon" size={18} />
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

function NoticeButton({ label, ...button }: NonNullable<NoticeProps['action']>) {
  return (
    <Button size="small" {...button}>
      {label}
    </Button>
  );
}

/** Describes an error in a notice, with the reference that the service's admin needs. */
export function errorNotice({ title, next, quote, traceId }: ErrorWords) {
  const note = traceId === null ? null : t('common_reference', { traceId });
  return { title, text: next, quote, note };
}
