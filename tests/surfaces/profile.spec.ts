import { keyConnectionStatus } from '../gallery/connections.ts';
import { galleryNow, connection } from '../gallery/fixtures.ts';
import { en, enPlural } from '../english.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that starts with the profile view in a scene. */
const test = base.extend<{ openProfile: (scene: string) => Promise<void> }>({
  openProfile: ({ open, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/profile-${scene}`);
      await panel.open('profile');
    }),
});

const serverFailed = en('errors_memory_server_title');
const anotherConnection = {
  event: 'connection.status-changed',
  connection: { ...keyConnectionStatus, connectionId: 'another' },
} as const;

test.describe('deleting a fact', () => {
  test('asks first, and offers to undo it', async ({ openProfile, page, panel, background }) => {
    await openProfile('deletable');
    const row = panel.profile.standing.getByRole('listitem').first();
    await row.getByRole('button', { name: en('saves_actions_delete') }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Confirm to forget it.')).toBeVisible();
    await dialog
      .getByRole('button', { name: en('saves_deletion_yes'), exact: true })
      .press('Enter');

    await page.getByRole('button', { name: en('common_undo') }).press('Enter');
    await expect.poll(() => background.inputs('bin.restore')).toEqual([{ id: 'b1' }]);
    const order = { connectionId: connection.connectionId, id: 'fact-0' };
    await expect
      .poll(() => background.inputs('facts.delete'))
      .toMatchObject([
        { ...order, memory: { name: 'Reading' }, confirm: false },
        { ...order, memory: { name: 'Reading' }, confirm: true },
      ]);
  });

  test('isn’t offered for a connected service', async ({ openProfile, panel }) => {
    await openProfile('of-a-service');
    await expect(panel.profile.standing).toBeVisible();
    await expect(panel.profile.standing.getByRole('button')).toHaveCount(0);
  });
});

test.describe('reading the profile', () => {
  test('requests nothing before the view is first shown, and then only once', async ({
    open,
    panel,
    background,
  }) => {
    await open('sidepanel/profile-ready');
    expect(await background.inputs('profile.read')).toEqual([]);
    for (const view of ['profile', 'search', 'profile'] as const) await panel.open(view);
    await expect(panel.profile.standingHeading).toBeVisible();
    await expect.poll(() => background.inputs('profile.read')).toEqual([{ refresh: false }]);
    expect(await background.inputs('rules.read')).toEqual([]);

    await panel.profile.refresh.press('Enter');
    await background.expectCalls('profile.read', 2);
    await expect.poll(() => background.lastInput('profile.read')).toEqual({ refresh: true });
  });

  test('reloads while it is shown after the library changes', async ({
    openProfile,
    panel,
    background,
  }) => {
    await openProfile('ready');
    await expect(panel.profile.standingHeading).toBeVisible();
    await background.tell({ event: 'profile.changed' });
    await background.expectCalls('profile.read', 2);

    await panel.open('library');
    await background.tell({ event: 'profile.changed' });
    await background.tell({ event: 'profile.changed' });
    await expect.poll(() => background.inputs('profile.read')).toHaveLength(2);
    await panel.open('profile');
    await background.expectCalls('profile.read', 3);
    await panel.open('library');
    await panel.open('profile');
    await expect
      .poll(() => background.inputs('profile.read'))
      .toEqual(Array.from({ length: 3 }, () => ({ refresh: false })));
  });

  test('retries a profile the key can’t read once the connection has changed', async ({
    openProfile,
    page,
    background,
  }) => {
    await openProfile('withdrawn');
    await expect(page.getByText(en('profile_noAccess'))).toBeVisible();
    const error = { code: 'memory.unauthorized', message: '', retryable: false } as const;
    const withdrawn = [{ access: 'profile', error, at: galleryNow }] as const;
    const same = await page.evaluate(() => globalThis.gallery.ask('connection.status', {}));
    if (!same.ok) throw new Error('The scene has no connection.');
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...same.value, withdrawn: [...withdrawn] },
    });
    await expect.poll(() => background.inputs('profile.read')).toHaveLength(1);
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...same.value, withdrawn: [] },
    });
    await background.expectCalls('profile.read', 2);
  });

  test('reloads the profile of another connection', async ({ openProfile, panel, background }) => {
    await openProfile('ready');
    await expect(panel.profile.standingHeading).toBeVisible();
    await background.tell(anotherConnection);
    await background.expectCalls('profile.read', 2);
  });
});

test('announces facts and notes separately', async ({ openProfile, expectAnnounced }) => {
  await openProfile('ready');
  await expectAnnounced('2 facts and 4 notes');
});

test('shows the quote of a commented highlight separately', async ({ openProfile, panel }) => {
  await openProfile('ready');
  const note = panel.profile.current.getByRole('listitem').filter({ hasText: 'Still true' });
  await expect(note.locator('.passage')).toHaveText([
    'a notebook lost on a train cost her more than the books themselves',
    'Still true of phones.',
  ]);
  await expect(note.locator('.passage[data-quoted]')).toHaveCount(1);
});

test.describe('when reading again fails', () => {
  test('no longer calls an empty profile empty', async ({ openProfile, page, panel }) => {
    await openProfile('empty-then-failed');
    await expect(page.getByText(en('profile_nothing_title'))).toBeVisible();
    await panel.profile.refresh.press('Enter');
    await expect(page.getByText(serverFailed)).toBeVisible();
    await expect(page.getByText(en('profile_nothing_title'))).toHaveCount(0);
    await expect(page.getByText(enPlural(0, 'settings_kinds_fact'))).toHaveCount(0);
  });

  test('no longer calls an empty list of facts empty', async ({ openProfile, page, panel }) => {
    await openProfile('no-standing-then-failed');
    await expect(page.getByText(en('profile_standing_empty'))).toBeVisible();
    await panel.profile.refresh.press('Enter');
    await expect(page.getByText(serverFailed)).toBeVisible();
    await expect(page.getByText(en('profile_standing_empty'))).toHaveCount(0);
    await expect(panel.profile.currentHeading).toBeVisible();
  });

  test('moves focus to the profile after a successful retry', async ({
    openProfile,
    page,
    panel,
  }) => {
    await openProfile('mended');
    await expect(page.getByText(serverFailed)).toBeVisible();
    await panel.profile.retry.press('Enter');
    await expect(panel.profile.heading).toBeFocused();
  });
});

test.describe('searching the profile for a topic', () => {
  test('asks on Enter, and returns on Escape', async ({ openProfile, page, panel, background }) => {
    const { about, aboutHeading, standingHeading } = panel.profile;
    await openProfile('about-found');
    await about.fill(' frost ');
    await page.keyboard.press('Enter');
    await expect(aboutHeading('frost')).toBeVisible();
    await expect.poll(() => background.inputs('profile.about')).toEqual([{ q: 'frost' }]);
    await page.keyboard.press('Escape');
    await expect(standingHeading).toBeVisible();
    await expect(about).toHaveValue('');
    await expect.poll(() => background.inputs('profile.read')).toHaveLength(1);
  });

  test('keeps the question while the same connection reports changes, and drops it with another', async ({
    openProfile,
    page,
    panel,
    background,
  }) => {
    const { about, aboutHeading } = panel.profile;
    await openProfile('about-found');
    await about.fill('frost');
    await page.keyboard.press('Enter');
    await expect(aboutHeading('frost')).toBeVisible();
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, chosenMemoryId: 'm2' },
    });
    await expect(about).toHaveValue('frost');
    await expect(aboutHeading('frost')).toBeVisible();

    await background.tell(anotherConnection);
    await expect(aboutHeading('frost')).toHaveCount(0);
    await background.expectCalls('profile.read', 2);
  });
});

test('opens a long list in steps, and moves focus to the first item of each step', async ({
  openProfile,
  page,
  panel,
}) => {
  const { more, anyMore } = panel.profile;
  const focusedFact = (name: string) =>
    page.getByRole('listitem').filter({ hasText: name }).and(page.locator(':focus'));
  await openProfile('long');
  await more(50).press('Enter');
  await expect(focusedFact('Fact 51')).toBeVisible();
  await more(40).press('Enter');
  await expect(focusedFact('Fact 101')).toBeVisible();
  await expect(anyMore).toHaveCount(0);
});
