/** The words of the list of saves. */
import type { AppError } from '../../lib/contract/errors.ts';
import { errorWords, type ErrorWords } from '../app/error-text.ts';
import { sizeWords } from '../../lib/i18n/size.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';

export const savesWords = {
  loading: t('saves_loading'),
  sections: {
    trouble: t('saves_sections_trouble'),
    way: t('saves_sections_way'),
    saved: t('saves_sections_saved'),
  },
  more: (count: number) => plural(count, 'saves_more'),
  untitled: t('saves_untitled'),
  highlight: t('saves_highlight'),
  note: t('saves_note'),
  unfinished: t('saves_unfinished'),
  reportedError: (status: number) => t('saves_reportedError', { status: String(status) }),
  link: t('saves_link'),
  version: {
    newest: (when: string) => t('saves_version_newest', { when }),
    earlier: (when: string) => t('saves_version_earlier', { when }),
  },
  /** A title that several versions have, as it is called in the name of a button. */
  versionOf: (title: string, when: string) => t('saves_versionOf', { title, when }),
  elsewhere: t('saves_elsewhere'),
  /** Once it is there. */
  elsewhereKept: t('saves_elsewhereKept'),
  copyReference: t('saves_copyReference'),
  copied: t('saves_copied'),
  actions: {
    retry: t('saves_actions_retry'),
    'retry-now': t('saves_actions_retryNow'),
    'look-again': t('saves_actions_lookAgain'),
    'allow-site': t('saves_actions_allowSite'),
    'save-address': t('saves_actions_saveAddress'),
    'save-again': t('saves_actions_saveAgain'),
    'update-now': t('saves_actions_updateNow'),
    edit: t('saves_actions_edit'),
    discard: t('saves_actions_discard'),
    hide: t('saves_actions_hide'),
    delete: t('saves_actions_delete'),
  },
  /** The name of an action where its title is not beside it. */
  of: (action: string, title: string) => t('saves_of', { action, title }),
  all: {
    retry: t('saves_all_retry'),
    'retry-now': t('saves_all_retryNow'),
    wait: (title: string) => t('saves_all_wait', { title }),
    discard: (count: number) => plural(count, 'saves_all_discard'),
  },
  undo: {
    one: (title: string) => t('saves_undo_one', { title }),
    tooLate: {
      title: t('saves_undo_tooLate_title'),
      next: t('saves_undo_tooLate_next'),
    },
  },
  progress: {
    label: t('saves_progress_label'),
    text: (sent: number, total: number) => t('saves_progress_text', { sent, total }),
  },
  filter: {
    kinds: {
      page: t('saves_filter_kinds_page'),
      note: t('saves_filter_kinds_note'),
      link: t('saves_filter_kinds_link'),
    },
    clear: t('saves_filter_clear'),
  },
  highlights: (count: number) => plural(count, 'saves_highlights'),
  /** Where the connection is a service, whose other documents another tab lists. */
  onlyHere: t('saves_onlyHere', { tab: t('library_tabs_connection') }),
  empty: {
    /** Where the connection takes saves. */
    how: t('welcome_ready_tries_save_text'),
    title: t('saves_empty_title'),
    text: t('saves_empty_text'),
  },
  announce: {
    needs: (count: number) => plural(count, 'saves_announce_needs'),
  },
  edit: {
    title: t('saves_edit_title'),
    memory: t('saves_edit_memory'),
    name: t('saves_edit_name'),
    text: t('saves_edit_text'),
    save: t('saves_edit_save'),
    saving: t('saves_edit_saving'),
    cancel: t('saves_edit_cancel'),
    close: t('saves_edit_close'),
    size: (bytes: number, limit: number) =>
      t('saves_edit_size', { bytes: sizeWords(bytes), limit: sizeWords(limit) }),
    blank: t('saves_edit_blank'),
    tooLarge: (over: number) => t('saves_edit_tooLarge', { over: sizeWords(over) }),
    longTitle: (limit: number) => t('saves_edit_longTitle', { limit }),
    unsaved: t('saves_edit_unsaved'),
    nothing: {
      title: t('saves_edit_nothing_title'),
      text: t('saves_edit_nothing_text'),
    },
    elsewhere: t('saves_edit_elsewhere'),
    loading: t('saves_edit_loading'),
  },
  deletion: {
    title: (title: string) => t('saves_deletion_title', { title }),
    asks: t('saves_deletion_asks'),
    no: t('saves_deletion_no'),
    yes: t('saves_deletion_yes'),
    working: t('saves_deletion_working'),
    close: t('saves_deletion_close'),
    done: (title: string) => t('saves_deletion_done', { title }),
    wasGone: (title: string) => t('saves_deletion_wasGone', { title }),
    /** Where it is gone already, that is as it was wanted. */
    over: ({ code }: AppError) =>
      code === 'memory.not-found'
        ? { title: t('saves_deletion_over_gone'), tone: 'plain' as const }
        : { title: t('saves_deletion_over_kept'), tone: 'bad' as const },
  },
} as const;

/** Gives the words for what went wrong with deleting what was saved. */
export function deletionErrorWords(error: AppError): ErrorWords {
  const words = errorWords(error);
  switch (error.code) {
    case 'memory.not-found':
      return {
        ...words,
        title: t('saves_deletionError_memoryNotFound_title'),
        next: t('saves_deletionError_memoryNotFound_next'),
      };
    case 'memory.unauthorized':
      return {
        ...words,
        title: t('saves_deletionError_memoryUnauthorized_title'),
        next: t('saves_deletionError_memoryUnauthorized_next'),
      };
    case 'memory.conflict':
      return {
        ...words,
        title: t('saves_deletionError_memoryConflict_title'),
        next: t('saves_deletionError_memoryConflict_next'),
      };
    case 'memory.not-offered':
      return {
        ...words,
        title: t('saves_deletionError_memoryNotOffered_title'),
        next: t('saves_deletionError_memoryNotOffered_next'),
        quote: null,
      };
    default:
      return words;
  }
}

/** Says that asking once more whether to delete would change nothing. */
export function isFinalForDeletion({ code }: AppError): boolean {
  return (
    code === 'memory.not-found' ||
    code === 'memory.unauthorized' ||
    code === 'memory.unauthenticated' ||
    code === 'memory.not-offered'
  );
}
