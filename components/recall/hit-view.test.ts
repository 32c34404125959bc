import { describe, expect, it } from 'vitest';
import type { RecallHit } from '../../lib/contracts/recall.ts';
import { hitView } from './hit-view.ts';

function view(changes: Partial<RecallHit>) {
  return hitView({
    key: '1',
    memory: 'Reading',
    kind: 'page',
    title: 'A title',
    url: 'https://www.example.org/a',
    passage: '',
    marks: [],
    savedAt: '2026-11-20T12:00:00Z',
    ...changes,
  });
}

describe('hitView', () => {
  it('shows title, host and moment of a page', () => {
    expect(view({})).toEqual({
      title: 'A title',
      isTitled: true,
      host: 'example.org',
      savedAt: Date.parse('2026-11-20T12:00:00Z'),
      isNote: false,
      opens: true,
    });
  });

  it('takes the host for want of a title, and says it once', () => {
    expect(view({ title: '  ' })).toMatchObject({ title: 'example.org', host: null, opens: true });
  });

  it('calls a note without a title what it is', () => {
    expect(view({ kind: 'note', title: null })).toMatchObject({
      title: 'Your note',
      host: 'example.org',
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'no address'])(
    'does not open %s',
    (url) => {
      expect(view({ url })).toMatchObject({ host: null, opens: false });
    },
  );

  it('uncovers a host that imitates another', () => {
    expect(view({ url: 'https://аpple.com/' }).host).toBe('xn--pple-43d.com');
  });

  it('keeps quiet about a moment it cannot read', () => {
    expect(view({ savedAt: 'last week' }).savedAt).toBeNull();
  });
});
