import { en } from '../english.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that starts with the rules view in a scene. */
const test = base.extend<{ openRules: (scene: string) => Promise<void> }>({
  openRules: ({ open, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/rules-${scene}`);
      await panel.open('rules');
    }),
});

test('reads the rules when they are first shown, and links to where they are changed', async ({
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

test('no longer calls an empty list empty when a reload fails', async ({
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

test('says where a service’s rules are written, and links nowhere', async ({
  openRules,
  page,
  panel,
}) => {
  await openRules('at-a-service');
  await expect(page.getByText(en('rules_elsewhere'))).toBeVisible();
  await expect(panel.rules.change).toHaveCount(0);
  await expect(panel.rules.add).toHaveCount(0);
});
