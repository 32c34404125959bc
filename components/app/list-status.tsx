import { ErrorAlert } from '../ui/error-alert.tsx';
import { SkeletonLine } from '../ui/skeleton.tsx';
import { t } from '../../lib/i18n/i18n.ts';
import type { Query } from './use-query.ts';

/** Shows that data is loading, or why it couldn't be loaded. */
export function ListStatus({ state, reload }: Pick<Query<unknown>, 'state' | 'reload'>) {
  if (state.status === 'failed') {
    const { error, since } = state;
    return <ErrorAlert error={error} isRetrying={since !== null} onRetry={() => void reload()} />;
  }
  if (state.status !== 'loading') return null;
  return (
    <div className="list-skeleton">
      <span className="visually-hidden">{t('common_loading')}</span>
      {[34, 46, 28].map((width) => (
        <SkeletonLine key={width} width={width} tall />
      ))}
    </div>
  );
}
