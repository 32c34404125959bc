import { outboxView, type ViewChanges } from '../../tests/fixtures/outbox-view.ts';
import { describe, expect, it } from 'vitest';
import { t } from '../../lib/i18n/i18n.ts';
import type { AppError, CaptureError } from '../../lib/contract/errors.ts';
import type { LiveState, OutboxView } from '../../lib/outbox/model.ts';
import { saveView } from './save-view.ts';

const now = 1_000_000;
const error: AppError = { code: 'memory.unreachable', message: 'fetch failed', retryable: true };
const notPermitted = { code: 'link.not-permitted', message: '', retryable: false } as const;
const documentId = null;

const connection = { kind: 'device', connectionId: 'c1' } as const;

function view(state: LiveState, fresh = true, changes: ViewChanges = {}) {
  const base = {
    id: 's1',
    connectionId: 'c1',
    container: { id: 'm1', name: 'Reading' },
    source: { url: 'https://example.org/', title: 'A', tabId: 1, frameId: null },
    pageKey: 'https://example.org/',
    customId: null,
    createdAt: now,
    updatedAt: now,
    state,
  };
  return saveView(outboxView(base, changes), { now, fresh, failure: null, connection });
}

it('sends nobody to search for what another connection holds', () => {
  const learned = { status: 'learned', existed: false, documentId } as const;

  expect(view(learned, false).detail).toContain('Search for any words');
  expect(view(learned, false, { connectionId: 'other' }).detail).toBe('In another connection');
});

const learning = { documentId, polls: 0, nextPollAt: now };

describe('saveView', () => {
  it.each([
    [{ status: 'requested' }, 'Saving to Reading', ['now', 'ahead', 'ahead']],
    [{ status: 'captured' }, 'Saving to Reading', ['done', 'now', 'ahead']],
    [{ status: 'sending', attempt: 1 }, 'Saving to Reading', ['done', 'now', 'ahead']],
    [
      { status: 'waiting', attempt: 1, until: now + 180_000, error },
      'Waiting to send, safe in this browser',
      ['done', 'held', 'ahead'],
    ],
    [{ status: 'accepted', existed: false }, 'Saved to Reading', ['done', 'done', 'now']],
    [
      { status: 'learning', existed: false, ...learning },
      'Saved to Reading',
      ['done', 'done', 'now'],
    ],
    [
      { status: 'learned', existed: false, documentId },
      'Saved and searchable',
      ['done', 'done', 'done'],
    ],
    [{ status: 'unlearned', documentId }, 'Saved, still indexing', ['done', 'done', 'held']],
    [{ status: 'learned', existed: true, documentId }, 'Already saved', null],
    [{ status: 'failed', documentId, reason: null }, 'Saved, but not searchable', null],
    [{ status: 'canceled', documentId }, 'Saved, but not searchable', null],
    [{ status: 'refused', error }, 'Not saved', null],
    [{ status: 'paused', error }, 'Paused', null],
  ] satisfies [LiveState, string, string[] | null][])('shows %o', (state, headline, steps) => {
    const shown = view(state);

    expect(shown.headline).toBe(headline);
    expect(shown.steps?.map(({ at }) => at) ?? null).toEqual(steps);
  });

  it('calls a page that was learned before the popup opened already saved', () => {
    const shown = view({ status: 'learned', existed: false, documentId }, false);

    expect(shown).toMatchObject({ headline: 'Already saved', steps: null });
  });

  it('says why it waits and when it tries again', () => {
    const shown = view({ status: 'waiting', attempt: 1, until: now + 180_000, error });

    expect(shown.detail).toBe(`${t('errors_memory_unreachable_title')}. Retrying in 3 minutes.`);
    expect(shown.actions).toEqual(['retry-now', 'discard']);
  });

  it('says that it tries now where the moment is as good as there', () => {
    const shown = view({ status: 'waiting', attempt: 1, until: now + 900, error });

    expect(shown.detail).toBe(`${t('errors_memory_unreachable_title')}. Retrying now.`);
  });

  it('gives the reason of a refusal and the way out', () => {
    const shown = view({ status: 'refused', error: { ...error, code: 'memory.validation' } });

    expect(shown).toMatchObject({ quote: 'fetch failed' });
    expect(shown.actions).toEqual(['retry', 'discard']);
  });

  it('offers no resending where learning failed, since that does nothing', () => {
    expect(view({ status: 'failed', documentId, reason: 'No model.' })).toMatchObject({
      actions: [],
      quote: 'No model.',
    });
  });

  describe('of a page that could not be read', () => {
    const refused = (code: CaptureError['code']): LiveState => ({
      status: 'refused',
      error: { code, message: '', retryable: false },
    });
    const at = (url: string) => ({ source: { url, title: 'A', tabId: 1, frameId: null } });

    it.each(['page.no-text', 'page.too-large', 'page.pdf', 'pdf.no-text', 'page.gone'] as const)(
      'offers its address after %s',
      (code) => {
        expect(view(refused(code)).actions).toEqual(['save-address', 'retry', 'discard']);
      },
    );

    it.each([
      ['file:///connection/ada/a.pdf', 'Only web addresses can be saved.'],
      ['http://192.168.1.1/a', 'it’s on your local network'],
      ['chrome://version/', 'Only web addresses can be saved.'],
    ])('says of %s why not', (url, why) => {
      const shown = view(refused('page.no-text'), true, at(url));

      expect(shown.actions).toEqual(['retry', 'discard']);
      expect(shown.detail).toContain(why);
    });

    it.each<[string, Partial<OutboxView>]>([
      ['of another connection', { connectionId: 'c2' }],
      ['that is a note', { kind: 'note' }],
      ['that is an address already', { kind: 'link' }],
    ])('offers it for nothing %s', (_, changes) => {
      expect(view(refused('page.no-text'), true, changes).actions).toEqual(['retry', 'discard']);
    });
  });

  it('has an address that waits for its site allowed, not tried again', () => {
    const shown = view({ status: 'paused', error: notPermitted }, true, { kind: 'link' });

    expect(shown.actions).toEqual(['allow-site', 'discard']);
    expect(shown.detail).toContain(t('errors_link_not_permitted_title'));
  });

  it.each<LiveState>([
    { status: 'refused', error: { ...notPermitted, code: 'link.unusable' } },
    // As earlier versions left it.
    { status: 'paused', error: notPermitted },
  ])('has an address of the own network that is $status discarded alone', (state) => {
    const source = { url: 'http://127.0.0.1:8080/a', title: 'A', tabId: 1, frameId: null };

    const shown = view(state, true, { kind: 'link', source });

    expect(shown.actions).toEqual(['discard']);
    expect(shown.detail).toBe(
      'This address is on your local network. Open the page and save it from there.',
    );
  });

  describe('of an address', () => {
    const address = (state: LiveState) => view(state, true, { kind: 'link' });

    it('names the steps it takes, none of which reads the page here', () => {
      const shown = address({ status: 'sending', attempt: 1 });

      expect(shown.steps?.map(({ words }) => words)).toEqual(['Address ready', 'Sending', 'Index']);
    });

    it.each<LiveState>([
      { status: 'failed', documentId, reason: 'The site could not be reached.' },
      { status: 'canceled', documentId },
    ])('does not say that its page is kept where learning it $status', (state) => {
      const shown = address(state);

      expect(shown).toMatchObject({ headline: 'Only the address was saved' });
      expect(shown.detail).toContain('search won’t find it');
      expect(shown.detail).not.toContain('It couldn’t be indexed');
    });

    it('is not called a page where it was refused', () => {
      expect(address({ status: 'refused', error }).headline).toBe('Not saved');
    });
  });
});
