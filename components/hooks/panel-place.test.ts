import { describe, expect, it } from 'vitest';
import { libraryTabs, panelViews, placeOf, storedPlace } from './panel-place.ts';

describe('placeOf', () => {
  it.each([
    ['saves', { view: 'library', tab: 'everything' }],
    ['highlights', { view: 'library', tab: 'page' }],
    ['profile', { view: 'profile', tab: 'everything' }],
  ])('finds what an earlier version kept as %s', (stored, place) => {
    expect(placeOf(stored)).toEqual(place);
  });

  it.each([null, '', 'outbox', '/page', 'constructor'])(
    'begins with the search for %j',
    (stored) => {
      expect(placeOf(stored)).toMatchObject({ view: 'search' });
    },
  );

  it('begins the library with everything where the tab is not known', () => {
    expect(placeOf('library/shelf')).toEqual({ view: 'library', tab: 'everything' });
  });

  it.each(panelViews)('gives %s back as it was kept', (view) => {
    expect(placeOf(storedPlace({ view, tab: 'everything' }))).toEqual({ view, tab: 'everything' });
  });

  it.each(libraryTabs)('gives the tab %s back as it was kept', (tab) => {
    expect(placeOf(storedPlace({ view: 'library', tab }))).toEqual({ view: 'library', tab });
  });
});
