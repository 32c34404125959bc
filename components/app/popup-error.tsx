import { CircleAlert } from 'lucide-react';
import type { AppError } from '../../lib/contract/errors.ts';
import { errorWords } from '../../lib/i18n/errors.ts';

/** Says in one line or two why what was asked for did not happen. */
export function PopupError({ error }: { error: AppError }) {
  const { title, next } = errorWords(error);
  return (
    <p className="popup-trouble" role="alert">
      <CircleAlert size={15} aria-hidden="true" />
      <span>
        {title}. {next}
      </span>
    </p>
  );
}
