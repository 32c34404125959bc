import { en } from '../english.ts';
import { expect, test } from './surface-test.ts';

test('shows a service’s rules in settings, where they can’t be changed', async ({
  open,
  page,
  settings,
  background,
}) => {
  await open('options/service-rules-ready');
  await expect(page.getByText('Metric units.')).toBeVisible();
  await expect(page.getByText(en('rules_elsewhere'))).toBeVisible();
  await expect(settings.rules.add).toHaveCount(0);
  await expect.poll(() => background.inputs('rules.read')).toEqual([{ refresh: false }]);
  expect(await background.inputs('rules.list')).toEqual([]);
});

test('no longer calls an empty list empty when a reload fails', async ({ open, page }) => {
  await open('options/service-rules-empty-then-failed');
  await expect(page.getByText(en('settings_rules_empty'))).toBeVisible();
  await page.getByRole('button', { name: en('profile_refresh') }).press('Enter');
  await expect(page.getByText(en('errors_memory_server_title'))).toBeVisible();
  await expect(page.getByText(en('settings_rules_empty'))).toHaveCount(0);
});
