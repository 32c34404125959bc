import { en } from '../english.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that begins with the view for rules in a scene. */
const test = base.extend<{ openRules: (scene: string) => Promise<void> }>({
  openRules: ({ open, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/rules-${scene}`);
      await panel.open('rules');
    }),
});

test('the rules are read when they are first shown, and link to where they are changed', async ({
  openRules,
  page,
  panel,
  background,
}) => {
  await openRules('ready');
  await expect(panel.rules.heading).toBeFocused();
  await expect(page.getByText('Metric units.')).toBeVisible();
  expect(await background.inputs('rules.read')).toEqual([{ refresh: false }]);
  expect(await background.inputs('profile.read')).toEqual([]);
  await panel.rules.change.press('Enter');
  expect(await background.inputs('openSettings')).toHaveLength(1);
  await openRules('empty');
  await expect(panel.rules.add).toBeVisible();
});

test('an empty list is no longer called empty when reading again fails', async ({
  openRules,
  page,
  panel,
}) => {
  await openRules('empty-then-failed');
  await expect(page.getByText(en('settings_rules_empty'))).toBeVisible();
  await panel.rules.refresh.press('Enter');
  await expect(page.getByText(en('errors_memory_server_title'))).toBeVisible();
  await expect(page.getByText(en('settings_rules_empty'))).toHaveCount(0);
});

test('rules of a service say where they are written and link nowhere', async ({
  openRules,
  page,
  panel,
}) => {
  await openRules('at-a-service');
  await expect(page.getByText(en('rules_elsewhere'))).toBeVisible();
  await expect(panel.rules.change).toHaveCount(0);
  await expect(panel.rules.add).toHaveCount(0);
});
