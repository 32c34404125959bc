/** The welcome page, driven by tests. */
import type { Page } from '@playwright/test';
import { en, enStart } from '../english.ts';
import { connectForm } from './connect-form.ts';

export function welcomePage(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** Finds a suggested first step by its title. */
  const suggestion = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  return {
    page,
    useDevice: button(en('connections_onDevice_action')),
    connectWithKey: button(en('connections_withKey_action')),
    connectReadOnly: button(en('connections_readOnly_action')),
    connect: connectForm(page),

    memoryHeading: page.getByRole('heading', { name: en('welcome_memory_title') }),
    memoryName: page.getByRole('textbox', { name: en('settings_memories_label'), exact: true }),
    createMemory: button(en('common_create')),
    addMemory: button(en('settings_memories_add')),
    useMemory: button(en('welcome_choose_action')),
    memory: (name: string) => page.getByRole('radio', { name, exact: true }),

    ready: page.getByRole('heading', { name: en('welcome_ready_title') }),
    memoriesFound: page.getByText(enStart('welcome_found')),
    manage: button(en('common_openSettings')),
    openSettings: button(en('common_openSettings')),
    suggestion,
    savePage: suggestion(en('welcome_ready_tries_save_title')),
    findAgain: suggestion(en('welcome_ready_tries_search_title')),
    keepSentence: suggestion(en('welcome_ready_tries_highlight_title')),
  };
}
