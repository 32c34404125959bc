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

export const LibraryScreen = lazy(async () => {
  const { LibraryScreen: screen } = await import('../library/library-screen.tsx');
  return { default: screen };
});

export const RulesScreen = lazy(async () => {
  const { RulesScreen: screen } = await import('../rules/rules-screen.tsx');
  return { default: screen };
});
