/** The settings page, driven by tests. */
import type { Page } from '@playwright/test';
import { en, enPattern, enStart } from '../english.ts';
import { connectForm } from './connect-form.ts';

const sectionTitles = {
  connections: 'connections_title',
  memories: 'settings_memories_title',
  rules: 'settings_rules_title',
  saving: 'captureOptions_title',
  permissions: 'permissions_title',
  shortcuts: 'shortcuts_title',
  data: 'settings_data_title',
  about: 'about_title',
} as const;

export type SettingsSection = keyof typeof sectionTitles;

export function settingsPage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const section = (name: SettingsSection) =>
    page.getByRole('region', { name: en(sectionTitles[name]), exact: true });
  const rules = section('rules');
  const memories = section('memories');
  return {
    page,
    openPage: (title: Parameters<typeof en>[0]) =>
      page.getByRole('navigation').getByRole('link', { name: en(title), exact: true }),
    section,
    heading: (name: SettingsSection) =>
      page.getByRole('heading', { name: en(sectionTitles[name]), exact: true }),

    connections: {
      list: page.getByRole('list', { name: en('connections_title') }),
      useDevice: button(en('connections_onDevice_action')),
      connectWithKey: button(en('connections_withKey_action')),
      connectReadOnly: button(en('connections_readOnly_action')),
      form: connectForm(page),
      use: (name: string) => button(en('connections_useNamed', { name })),
      useWhenNone: (name: string) => button(en('connections_useNamed', { name })),
      remove: (name: string) => button(en('connections_remove', { name })),
      confirmRemove: button(en('connections_removal_yes')),
      useAnotherKey: button(en('connections_anotherKey')),
      retryKey: button(en('common_retry')),
      consentAgain: button(en('connections_readOnly_again')),
      consentEnded: page.getByText(en('connections_credentialTrouble_endedConsent_title')),
      readOnly: page.locator('#connections').getByText(en('connection_readOnly_title')),
      addAskKey: button(en('connections_askKey_add')),
      allowAgain: button(en('connections_notPermitted_allow')),
      sendElsewhere: button(en('connections_moving_action')),
      inUse: page.getByText(en('connections_inUse'), { exact: true }),
      none: page.getByText(en('connections_textOfNone')),
    },

    memories: {
      list: page.getByRole('list', { name: en('settings_memories_list') }),
      add: button(en('settings_memories_add')),
      create: button(en('common_create')),
      newName: page.getByRole('textbox', { name: en('settings_memories_label') }),
      rename: (name: string) => button(en('settings_memories_rename', { name })),
      nameOf: (name: string) =>
        page.getByRole('textbox', { name: en('settings_memories_newName', { name }) }),
      save: memories.getByRole('button', { name: en('common_save'), exact: true }),
      delete: (name: string) => button(en('settings_memories_delete', { name })),
      confirmDelete: button(en('settings_deletion_yes')),
      keep: button(en('common_cancel')),
      deletionDialog: (name: string) =>
        page.getByRole('dialog', { name: en('settings_deletion_title', { name }) }),
      created: (name: string) => page.getByText(en('settings_memories_created', { name })),
      deleted: (name: string) => page.getByText(en('settings_deletion_done', { name })),
      /** The line in the Memories section that names the Memory for new saves. */
      savesGoTo: (memory: string) =>
        memories.getByRole('status').filter({ hasText: en('connections_savesGo', { memory }) }),
    },

    rules: {
      list: page.getByRole('list', { name: en('settings_rules_list') }),
      newRule: page.getByRole('textbox', { name: en('settings_rules_label') }),
      add: button(en('settings_rules_add')),
      save: rules.getByRole('button', { name: en('common_save'), exact: true }),
      /** Rules are identified by their first words. */
      change: (start: string) =>
        page.getByRole('button', { name: enStart('settings_rules_edit', {}, start) }),
      delete: (start: string) =>
        page.getByRole('button', { name: enStart('settings_rules_delete', {}, start) }),
      undoDelete: (start: string) =>
        page.getByRole('button', { name: enStart('settings_rules_undoOf', {}, start) }),
      undo: page.getByRole('button', { name: enPattern('settings_rules_undoOf') }),
      field: page.getByRole('textbox', { name: enPattern('settings_rules_edit') }),
      deleted: page.getByText(enStart('settings_rules_deleted')),
    },

    saving: {
      memory: page.getByRole('combobox', { name: en('common_saveTo') }),
      offersSelection: page.getByRole('switch', {
        name: en('captureOptions_offersSelection_title'),
      }),
      marksSaved: page.getByRole('switch', { name: en('captureOptions_marksSaved_title') }),
      tellsLearned: page.getByRole('switch', { name: en('captureOptions_tellsLearned_title') }),
    },

    sites: {
      turnOff: page.getByRole('button', { name: enPattern('highlights_sites_remove') }),
      turnOn: page.getByRole('button', { name: enPattern('highlights_sites_turnOn') }),
    },

    bin: {
      heading: page.getByRole('heading', { name: enStart('bin_title') }),
      rows: page.getByRole('list', { name: en('bin_title') }).getByRole('listitem'),
      restore: (title: string) => button(en('bin_restoreOf', { title })),
      empty: button(en('bin_emptyAction')),
    },

    data: {
      export: button(en('settings_data_export_action')),
      import: button(en('settings_data_import_action')),
      cancel: button(en('common_cancel')),
      exported: (fileName: string) => page.getByText(en('settings_data_export_done', { fileName })),
      imported: (fileName: string) => page.getByText(en('settings_data_import_done', { fileName })),
      /** The file input behind the import button, which has no role. */
      file: page.locator('input[type=file]'),
      forget: button(en('connections_forgetting_action')),
      forgetWord: page.getByLabel(en('connections_forgetting_type')),
      confirmForget: button(en('connections_forgetting_title')),
    },

    about: {
      showDiagnostics: button(en('about_diagnostics_action')),
      diagnostics: page.getByRole('textbox', { name: en('about_diagnostics_label') }),
    },
  };
}
