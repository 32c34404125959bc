import { describe, expect, it } from 'vitest';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { libraryLabel, panelViews, viewOf } from './panel-place.ts';

describe('viewOf', () => {
  it.each([
    ['saves', 'library'],
    ['library/everything', 'library'],
    ['library/home', 'library'],
    ['library/connection', 'library'],
    ['library/page', 'highlights'],
    // This view of an earlier version is now part of the settings.
    ['rules', 'search'],
  ])('migrates %s of an earlier version to %s', (stored, view) => {
    expect(viewOf(stored)).toBe(view);
  });

  it.each([null, '', 'outbox', '/page', 'constructor'])('returns the search for %j', (stored) => {
    expect(viewOf(stored)).toBe('search');
  });

  it.each(panelViews)('restores the stored view %s', (view) => {
    expect(viewOf(view)).toBe(view);
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
    'shows that %i need attention and whether some are being sent: %s',
    (needy, isMoving, label) => {
      expect(libraryLabel({ needy, isMoving })).toBe(label);
    },
  );
});
