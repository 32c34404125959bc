/** How the views for questions and for the profile behave. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { keyHome } from './connections.ts';
import { galleryNow, home } from './fixtures.ts';
import { askedFor, inputsOf, type Steps, tell } from './steps.ts';

/** Gives the behaviours of these views, each by what it shows. */
export function askBehaviours({ open }: Steps): Record<string, (page: Page) => Promise<void>> {
  const openView = async (page: Page, scene: string, view: string) => {
    await open(page, `sidepanel/${scene}`);
    await page.locator(`.panel-nav [data-view="${view}"]`).click();
  };
  const box = (page: Page) => page.getByRole('textbox', { name: 'Ask your memory' });

  return {
    'the home on this device promises quotations, and neither an agent nor its turns': async (
      page,
    ) => {
      await openView(page, 'ask-idle', 'ask');
      const idle = page.locator('.ask-idle');
      await idle.getByText('with sentences it finds in what you kept').waitFor();
      assert.doesNotMatch(await idle.innerText(), /agent|disagree/);
      await tell(page, { event: 'home.changed', home: { ...home, kind: 'key' } });
      await idle.getByText('agent').waitFor();
      await idle.getByText('where do the sources disagree').waitFor();

      await openView(page, 'profile-fact-open', 'profile');
      await page.locator('.add-fact-button').click();
      await page.locator('.note-why').waitFor();
      assert.doesNotMatch(await page.locator('.note-why').innerText(), /agent/);
      await tell(page, { event: 'home.changed', home: { ...home, kind: 'key' } });
      await page.locator('.note-why', { hasText: 'agent' }).waitFor();
    },

    'an answer has the names that its Memories have now, and goes with one that is deleted': async (
      page,
    ) => {
      await openView(page, 'ask-answered', 'ask');
      await box(page).fill('What became of the ledgers?');
      await box(page).press('Enter');
      const chips = page.locator('.ask-sources .memory-chip');
      const before = await chips.first().innerText();
      const [first, ...others] = home.memories.toSorted((one) => (one.name === before ? -1 : 1));
      assert.equal(first?.name, before);
      const memories = [{ id: first.id, name: 'Lighthouses' }, ...others];
      await tell(page, { event: 'home.changed', home: { ...home, memories } });
      await chips.filter({ hasText: 'Lighthouses' }).first().waitFor();
      assert.equal(await chips.filter({ hasText: before }).count(), 0);
      await tell(page, { event: 'home.changed', home: { ...home, memories: others } });
      await page.getByText('is no longer there, and the answer went with it').waitFor();
      assert.equal(await chips.count(), 0);
      await page.getByRole('button', { name: 'Ask again' }).press('Enter');
      await askedFor(page, 'ask.ask', 2);
    },

    'where nothing was found, that alone is said: no answer needs a warning': async (page) => {
      await openView(page, 'ask-answered-nothing', 'ask');
      await box(page).fill('Who moved my cheese?');
      await box(page).press('Enter');
      await page.getByText('Nothing you kept speaks of this.').waitFor();
      assert.equal(await page.locator('.ask-sourceless').count(), 0);
    },

    'Enter asks, Shift and Enter begin a new line, and only what was typed is sent': async (
      page,
    ) => {
      await openView(page, 'ask-answered', 'ask');
      await box(page).press('Enter');
      await box(page).pressSequentially('When did');
      await page.keyboard.press('Shift+Enter');
      await page.keyboard.type('it burn?');
      await page.keyboard.press('Enter');
      await page.getByText('The answer rests on these 2 passages').waitFor();
      await page.keyboard.type('And why?');
      await page.keyboard.press('Enter');
      await page.getByRole('article', { name: 'And why?' }).waitFor();
      assert.deepEqual(await inputsOf(page, 'ask.ask'), [
        { askId: 'id-1', message: 'When did\nit burn?' },
        { askId: 'id-2', message: 'And why?' },
      ]);
      const questions = await page.locator('.ask-question').allTextContents();
      assert.deepEqual(questions, ['When did\nit burn?', 'And why?']);
    },

    'nothing that was asked of one home is left once another is in use': async (page) => {
      await openView(page, 'ask-answered', 'ask');
      await box(page).fill('When did it burn?');
      await page.keyboard.press('Enter');
      await page.getByText('The answer rests on these 2 passages').waitFor();
      await tell(page, { event: 'home.changed', home });
      await page.getByRole('article', { name: 'When did it burn?' }).waitFor();
      await tell(page, { event: 'home.changed', home: { ...keyHome, connectionId: 'another' } });
      await page.getByRole('article', { name: 'When did it burn?' }).waitFor({ state: 'detached' });
    },

    'an answer comes into a place that speaks what comes, and nothing in it is markup': async (
      page,
    ) => {
      await openView(page, 'ask-answered-hostile', 'ask');
      await box(page).fill('What?');
      await page.keyboard.press('Enter');
      const spoken = page.locator('.ask-outcome[aria-live="polite"]');
      await spoken.getByText('<script>alert(1)</script>').waitFor();
      assert.equal(await page.locator('.ask-turn a, .ask-turn script').count(), 0);
      await spoken.getByText('The answer goes on.').waitFor();
    },

    'why a question waits is said, and Stop gives it up': async (page) => {
      await openView(page, 'ask-waiting', 'ask');
      await box(page).fill('What?');
      await page.keyboard.press('Enter');
      await page.locator('.ask-waiting').waitFor();
      const wait = { reason: 'rate-limit', until: galleryNow + 12_000, limitPerMin: 60 } as const;
      await tell(page, { event: 'call.waiting', callId: 'another', wait: { reason: 'turn' } });
      await tell(page, { event: 'call.waiting', callId: 'id-1', wait });
      await page
        .getByText('The service takes 60 requests a minute; asking again in 12s.')
        .waitFor();
      // Beside those seconds no others are counted.
      assert.equal(await page.locator('.ask-waiting-time').count(), 0);
      const spoken = await page.locator('.ask-waiting output').textContent();
      assert.equal(spoken, 'The service takes 60 requests a minute');
      await tell(page, { event: 'call.waiting', callId: 'id-1', wait: null });
      await page.locator('.ask-waiting-text').waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Stop' }).press('Enter');
      await page.getByText('Stopped. No answer came.').waitFor();
      assert.deepEqual(await inputsOf(page, 'ask.cancel'), [{ askId: 'id-1' }]);
      await box(page).and(page.locator(':focus')).waitFor();

      await page.getByRole('button', { name: 'Ask again' }).press('Enter');
      await page.locator('.ask-waiting').waitFor();
      assert.equal(await page.locator('.ask-turn').count(), 1);
      assert.deepEqual((await inputsOf(page, 'ask.ask')).at(-1), {
        askId: 'id-2',
        message: 'What?',
      });
    },

    'an answer is copied with its question and its sources': async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await openView(page, 'ask-answered', 'ask');
      await box(page).fill('What?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /^Copy the answer/ }).press('Enter');
      await page.locator('output', { hasText: 'Copied' }).waitFor({ state: 'attached' });
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(copied, /^What\?\n\nThey burned[^]*1\. The long memory[^]* · Reading · https:/);
    },

    'a question that may not be asked leads to the settings with its reference': async (page) => {
      await openView(page, 'ask-withdrawn', 'ask');
      await box(page).fill('What?');
      await page.keyboard.press('Enter');
      await page.getByText('This key may not ask questions').waitFor();
      await page.getByText('Reference tr_1b77e0c4f2').first().waitFor();
      const way = page.locator('.ask-turn').getByRole('button', { name: 'Open the settings' });
      await way.press('Enter');
      assert.equal((await inputsOf(page, 'openSettings')).length, 1);
    },

    'nothing of the profile is asked for before it is first shown, and once then': async (page) => {
      await open(page, 'sidepanel/profile-ready');
      assert.deepEqual(await inputsOf(page, 'profile.read'), []);
      for (const view of ['profile', 'search', 'profile']) {
        await page.locator(`.panel-nav [data-view="${view}"]`).click();
      }
      await page.getByRole('heading', { name: 'Standing facts' }).waitFor();
      assert.deepEqual(await inputsOf(page, 'profile.read'), [{ refresh: false }]);
      assert.deepEqual(await inputsOf(page, 'rules.read'), []);

      await page.getByRole('button', { name: 'Refresh the profile' }).press('Enter');
      await askedFor(page, 'profile.read', 2);
      assert.deepEqual((await inputsOf(page, 'profile.read')).at(-1), { refresh: true });
    },

    'a profile is read again where it is shown, once what is in the memory is another': async (
      page,
    ) => {
      await openView(page, 'profile-ready', 'profile');
      await page.getByRole('heading', { name: 'Standing facts' }).waitFor();
      await tell(page, { event: 'profile.changed' });
      await askedFor(page, 'profile.read', 2);

      await page.locator('.panel-nav [data-view="library"]').click();
      await tell(page, { event: 'profile.changed' });
      await tell(page, { event: 'profile.changed' });
      assert.equal((await inputsOf(page, 'profile.read')).length, 2);
      await page.locator('.panel-nav [data-view="profile"]').click();
      await askedFor(page, 'profile.read', 3);
      await page.locator('.panel-nav [data-view="library"]').click();
      await page.locator('.panel-nav [data-view="profile"]').click();
      assert.deepEqual(
        await inputsOf(page, 'profile.read'),
        Array.from({ length: 3 }, () => ({ refresh: false })),
      );
    },

    'a profile that may not be read is tried again once the home is another': async (page) => {
      await openView(page, 'profile-withdrawn', 'profile');
      await page.getByText('This key may not read the profile').waitFor();
      const { error } = {
        error: { code: 'memory.unauthorized', message: '', retryable: false } as const,
      };
      const withdrawn = [{ access: 'profile', error, at: galleryNow }] as const;
      const same = await page.evaluate(() => globalThis.gallery.ask('home.status', {}));
      assert.ok(same.ok);
      await tell(page, {
        event: 'home.changed',
        home: { ...same.value, withdrawn: [...withdrawn] },
      });
      assert.equal((await inputsOf(page, 'profile.read')).length, 1);
      await tell(page, { event: 'home.changed', home: { ...same.value, withdrawn: [] } });
      await askedFor(page, 'profile.read', 2);
    },

    'what could not be read again is not called empty': async (page) => {
      await openView(page, 'profile-empty-then-failed', 'profile');
      await page.getByText('Your profile is empty so far').waitFor();
      await page.getByRole('button', { name: 'Refresh the profile' }).press('Enter');
      await page.getByText('Something went wrong inside your memory').waitFor();
      assert.equal(await page.getByText('Your profile is empty so far').count(), 0);
      assert.equal(await page.getByText('0 facts').count(), 0);

      await openView(page, 'profile-no-standing-then-failed', 'profile');
      await page.getByText('There is no standing fact yet.').waitFor();
      await page.getByRole('button', { name: 'Refresh the profile' }).press('Enter');
      await page.getByText('Something went wrong inside your memory').waitFor();
      assert.equal(await page.getByText('There is no standing fact yet.').count(), 0);
      await page.getByRole('heading', { name: 'Current facts' }).waitFor();

      await openView(page, 'rules-empty-then-failed', 'rules');
      await page.getByText('There is no rule yet.').waitFor();
      await page.getByRole('button', { name: 'Refresh the rules' }).press('Enter');
      await page.getByText('Something went wrong inside your memory').waitFor();
      assert.equal(await page.getByText('There is no rule yet.').count(), 0);
    },

    'the focus goes to what was read once trying again went well': async (page) => {
      await openView(page, 'profile-mended', 'profile');
      await page.getByText('Something went wrong inside your memory').waitFor();
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await page
        .getByRole('heading', { name: 'Your profile', level: 2 })
        .and(page.locator(':focus'))
        .waitFor();
    },

    'the rules are read when they are first shown, and lead to where they are changed': async (
      page,
    ) => {
      await openView(page, 'rules-ready', 'rules');
      await focused(page.getByRole('heading', { name: 'Rules', level: 2 }));
      await page.getByText('Metric units.').waitFor();
      assert.deepEqual(await inputsOf(page, 'rules.read'), [{ refresh: false }]);
      assert.deepEqual(await inputsOf(page, 'profile.read'), []);
      await page.getByRole('button', { name: 'Change them in the settings' }).press('Enter');
      assert.equal((await inputsOf(page, 'openSettings')).length, 1);
      await openView(page, 'rules-empty', 'rules');
      await page.getByRole('button', { name: 'Add rules in the settings' }).waitFor();
    },

    'rules of a service say where they are written, and lead nowhere': async (page) => {
      await openView(page, 'rules-at-a-service', 'rules');
      await page.getByText('Rules are written where your memory lives, by its owner.').waitFor();
      assert.equal(await page.getByRole('button', { name: /settings/ }).count(), 0);
    },

    'which home is in use is asked once for every view of the panel': async (page) => {
      await open(page, 'sidepanel/profile-ready');
      for (const view of ['profile', 'rules', 'library', 'ask']) {
        await page.locator(`.panel-nav [data-view="${view}"]`).click();
        await page
          .locator(`.panel-view[data-view="${view}"]:not([inert]) h1`)
          .first()
          .waitFor({ state: 'attached' });
      }
      assert.equal((await inputsOf(page, 'home.status')).length, 1);
    },

    'the profile keeps what is looked for in it while the same home is told of again': async (
      page,
    ) => {
      await openView(page, 'profile-about-found', 'profile');
      const field = page.getByRole('searchbox', { name: 'What your profile says about' });
      await field.fill('frost');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'About “frost”' }).waitFor();
      await tell(page, { event: 'home.changed', home: { ...home, chosenMemoryId: 'm2' } });
      assert.equal(await field.inputValue(), 'frost');
      await page.getByRole('heading', { name: 'About “frost”' }).waitFor();

      await tell(page, { event: 'home.changed', home: { ...keyHome, connectionId: 'another' } });
      await page.getByRole('heading', { name: 'About “frost”' }).waitFor({ state: 'detached' });
      await askedFor(page, 'profile.read', 2);
    },

    'the profile of another home is read anew': async (page) => {
      await openView(page, 'profile-ready', 'profile');
      await page.getByRole('heading', { name: 'Standing facts' }).waitFor();
      await tell(page, { event: 'home.changed', home: { ...keyHome, connectionId: 'another' } });
      await page.waitForFunction(
        () => globalThis.gallery.asked.filter(({ name }) => name === 'profile.read').length === 2,
      );
    },

    'the profile is asked about something on Enter, and Escape leads back': async (page) => {
      await openView(page, 'profile-about-found', 'profile');
      const field = page.getByRole('searchbox', { name: 'What your profile says about' });
      await field.fill(' frost ');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'About “frost”' }).waitFor();
      assert.deepEqual(await inputsOf(page, 'profile.about'), [{ q: 'frost' }]);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Standing facts' }).waitFor();
      assert.equal(await field.inputValue(), '');
      assert.deepEqual((await inputsOf(page, 'profile.read')).length, 1);
    },

    'a long list opens up in steps, and the focus goes on with it': async (page) => {
      await openView(page, 'profile-long', 'profile');
      await page.getByRole('button', { name: 'Show 50 more' }).press('Enter');
      await page.locator('li:focus', { hasText: 'Fact 51' }).waitFor();
      await page.getByRole('button', { name: 'Show 40 more' }).press('Enter');
      await page.locator('li:focus', { hasText: 'Fact 101' }).waitFor();
      assert.equal(await page.getByRole('button', { name: /^Show/ }).count(), 0);
    },
  };
}

function focused(what: Locator): Promise<void> {
  return what.and(what.page().locator(':focus')).waitFor();
}
