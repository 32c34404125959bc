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

const learning = { documentId, polls: 0, nextPollAt: now };

describe('saveView', () => {
  it.each([
    [{ status: 'requested' }, 'Saving to Reading', true],
    [{ status: 'captured' }, 'Saving to Reading', true],
    [{ status: 'sending', attempt: 1 }, 'Saving to Reading', true],
    [
      { status: 'waiting', attempt: 1, until: now + 180_000, error },
      'Waiting to send, safe in this browser',
      true,
    ],
    [{ status: 'accepted', existed: false }, 'Saved to Reading', true],
    [{ status: 'learning', existed: false, ...learning }, 'Saved to Reading', true],
    [{ status: 'learned', existed: false, documentId }, 'Saved and searchable', true],
    [{ status: 'unlearned', documentId }, 'Saved, still indexing', true],
    [{ status: 'learned', existed: true, documentId }, 'Already saved', false],
    [{ status: 'failed', documentId, reason: null }, 'Saved, but not searchable', false],
    [{ status: 'canceled', documentId }, 'Saved, but not searchable', false],
    [{ status: 'refused', error }, 'Not saved', false],
    [{ status: 'paused', error }, 'Paused', false],
  ] satisfies [LiveState, string, boolean][])('shows %o', (state, headline, isFollowed) => {
    expect(view(state)).toMatchObject({ headline, isFollowed });
  });

  it.each<LiveState>([
    { status: 'requested' },
    { status: 'sending', attempt: 1 },
    { status: 'accepted', existed: false },
    { status: 'learning', existed: false, ...learning },
    { status: 'learned', existed: false, documentId },
    { status: 'learned', existed: true, documentId },
  ])('says in one line that a save goes well ($status)', (state) => {
    expect(view(state)).toMatchObject({ detail: null, quote: null });
  });

  it('shows a page indexed before the popup opened as already saved', () => {
    const shown = view({ status: 'learned', existed: false, documentId }, false);

    expect(shown).toMatchObject({ headline: 'Already saved', isFollowed: false });
  });

  it('shows why it waits and when it retries', () => {
    const shown = view({ status: 'waiting', attempt: 1, until: now + 180_000, error });

    expect(shown.detail).toBe(`${t('errors_memory_unreachable_title')}. Retrying in 3 minutes.`);
    expect(shown.actions).toEqual(['retry-now', 'discard']);
  });

  it('shows that it retries now if less than a second is left', () => {
    const shown = view({ status: 'waiting', attempt: 1, until: now + 900, error });

    expect(shown.detail).toBe(`${t('errors_memory_unreachable_title')}. Retrying now.`);
  });

  it('shows the reason for a refusal and offers a retry', () => {
    const shown = view({ status: 'refused', error: { ...error, code: 'memory.validation' } });

    expect(shown).toMatchObject({ quote: 'fetch failed' });
    expect(shown.actions).toEqual(['retry', 'discard']);
  });

  it('offers no retry if indexing failed, because resending changes nothing', () => {
    expect(view({ status: 'failed', documentId, reason: 'No model.' })).toMatchObject({
      actions: [],
      quote: 'No model.',
    });
  });

  describe('of a page that couldn’t be read', () => {
    const refused = (code: CaptureError['code']): LiveState => ({
      status: 'refused',
      error: { code, message: '', retryable: false },
    });
    const at = (url: string) => ({ source: { url, title: 'A', tabId: 1, frameId: null } });

    it.each(['page.no-text', 'page.too-large', 'page.pdf', 'pdf.no-text', 'page.gone'] as const)(
      'offers to save its address after %s',
      (code) => {
        expect(view(refused(code)).actions).toEqual(['save-address', 'retry', 'discard']);
      },
    );

    it.each([
      ['file:///connection/ada/a.pdf', 'Only web addresses can be saved.'],
      ['http://192.168.1.1/a', 'it’s on your local network'],
      ['chrome://version/', 'Only web addresses can be saved.'],
    ])('explains why the address %s can’t be saved', (url, why) => {
      const shown = view(refused('page.no-text'), true, at(url));

      expect(shown.actions).toEqual(['retry', 'discard']);
      expect(shown.detail).toContain(why);
    });

    it.each<[string, Partial<OutboxView>]>([
      ['of another connection', { connectionId: 'c2' }],
      ['that is a note', { kind: 'note' }],
      ['that is an address already', { kind: 'link' }],
    ])('doesn’t offer to save the address of a save %s', (_, changes) => {
      expect(view(refused('page.no-text'), true, changes).actions).toEqual(['retry', 'discard']);
    });
  });

  it('offers to allow the site of a paused address instead of a retry', () => {
    const shown = view({ status: 'paused', error: notPermitted }, true, { kind: 'link' });

    expect(shown.actions).toEqual(['allow-site', 'discard']);
    expect(shown.detail).toContain(t('errors_link_not_permitted_title'));
  });

  it.each<LiveState>([
    { status: 'refused', error: { ...notPermitted, code: 'link.unusable' } },
    // Stored by earlier versions.
    { status: 'paused', error: notPermitted },
  ])('offers only to discard a $status address in the local network', (state) => {
    const source = { url: 'http://127.0.0.1:8080/a', title: 'A', tabId: 1, frameId: null };

    const shown = view(state, true, { kind: 'link', source });

    expect(shown.actions).toEqual(['discard']);
    expect(shown.detail).toBe(
      'This address is on your local network. Open the page and save it from there.',
    );
  });

  describe('of an address', () => {
    const address = (state: LiveState) => view(state, true, { kind: 'link' });

    it.each<LiveState>([
      { status: 'failed', documentId, reason: 'The site could not be reached.' },
      { status: 'canceled', documentId },
    ])('doesn’t claim to have the page if indexing is $status', (state) => {
      const shown = address(state);

      expect(shown).toMatchObject({ headline: 'Only the address was saved' });
      expect(shown.detail).toContain('search won’t find it');
      expect(shown.detail).not.toContain('It couldn’t be indexed');
    });

    it('isn’t called a page if refused', () => {
      expect(address({ status: 'refused', error }).headline).toBe('Not saved');
    });
  });
});
