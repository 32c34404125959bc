/** What the side panel loads only once it is first shown, so that the search is there at once. */
import { lazy } from 'react';

export const AskScreen = lazy(async () => {
  const { AskScreen: screen } = await import('../ask/ask-screen.tsx');
  return { default: screen };
});

export const ProfileScreen = lazy(async () => {
  const { ProfileScreen: screen } = await import('../profile/profile-screen.tsx');
  return { default: screen };
});

export const HighlightsScreen = lazy(async () => {
  const { HighlightsScreen: screen } = await import('../highlights/highlights-screen.tsx');
  return { default: screen };
});

export const SavesScreen = lazy(async () => {
  const { SavesPlace } = await import('../batch/saves-place.tsx');
  return { default: SavesPlace };
});
