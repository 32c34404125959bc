import { describe, expect, it } from 'vitest';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { libraryTabs, panelViews, placeOf, storedPlace, libraryLabel } from './panel-place.ts';

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

describe('libraryLabel', () => {
  const view = t('panel_views_library');

  it.each([
    [0, false, view],
    [0, true, t('panel_label_moving', { view })],
    [1, false, plural(1, 'panel_label_needy', { view })],
    [3, true, t('panel_label_moving', { view: plural(3, 'panel_label_needy', { view }) })],
  ])(
    'says that %i need attention, and whether some are being sent: %s',
    (needy, isMoving, label) => {
      expect(libraryLabel({ needy, isMoving })).toBe(label);
    },
  );
});
