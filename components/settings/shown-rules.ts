/** Which rules are shown while the list changes under the person's hands. Pure. */
import type { OwnRule } from '../../lib/contracts/owner-api.ts';

/** A rule being changed, and where in the list it stood. */
export type EditedRule = { rule: OwnRule; at: number };

/** Keeps a rule that is being changed where it stood though it was deleted elsewhere, lest its new words be lost. */
export function shownRules(
  rules: readonly OwnRule[],
  edited: readonly EditedRule[],
): readonly OwnRule[] {
  const gone = edited.filter(({ rule }) => rules.every(({ id }) => id !== rule.id));
  return gone
    .toSorted((a, b) => a.at - b.at)
    .reduce<readonly OwnRule[]>((shown, { rule, at }) => shown.toSpliced(at, 0, rule), rules);
}
