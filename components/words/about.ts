/** What the settings say of Keepsake itself, and of forgetting everything. */
import { language, t } from '../../lib/language/text.ts';

export const aboutWords = {
  short: t('about_short'),
  title: t('about_title'),
  text: t('about_text'),
  version: t('about_version'),
  language: t('about_language'),
  welcome: t('about_welcome'),
  documents: {
    title: t('about_documents_title'),
    text: t('about_documents_text'),
    /** By their place in the folder of the source. */
    files: {
      'README.md': t('about_documents_readme'),
      'CHANGELOG.md': t('about_documents_changelog'),
      'docs/architecture.md': t('about_documents_architecture'),
      'docs/service.md': t('about_documents_service'),
      LICENSE: t('about_documents_license'),
    },
  },
  report: { title: t('about_report_title'), text: t('about_report_text') },
  diagnostics: {
    title: t('about_diagnostics_label'),
    text: t('about_diagnostics_text'),
    action: t('about_diagnostics_action'),
    hide: t('about_diagnostics_hide'),
  },
  copy: t('about_copy'),
  copied: t('about_copied'),
  notCopied: t('about_notCopied'),
} as const;

/** The language Keepsake speaks, in its own words. */
export function languageName(): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

/** What goes when everything is forgotten, a line each. */
export const forgettingWords = {
  goes: t('forgetting_goes'),
  what: [
    t('forgetting_connections'),
    t('forgetting_outbox'),
    t('forgetting_marks'),
    t('forgetting_settings'),
    t('forgetting_permissions'),
    t('forgetting_troubles'),
  ],
} as const;
