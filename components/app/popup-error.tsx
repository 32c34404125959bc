import { CircleAlert } from 'lucide-react';
import type { AppError } from '../../lib/contract/errors.ts';
import { errorWords } from '../../lib/i18n/errors.ts';

export function PopupError({ error }: { error: AppError }) {
  const { title, next } = errorWords(error);
  return (
    <p className="popup-trouble" role="alert">
      <CircleAlert size={15} />
      <span>
        {title}. {next}
      </span>
    </p>
  );
}
