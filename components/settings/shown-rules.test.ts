import { describe, expect, it } from 'vitest';
import { shownRules } from './shown-rules.ts';

const rule = (id: string) => ({ id, content: id, key: null });
const idsOf = (rules: readonly { id: string }[]) => rules.map(({ id }) => id).join('');

describe('shownRules', () => {
  it('shows the rules as they are where the edited ones are among them', () => {
    const rules = [rule('a'), rule('b')];

    expect(shownRules(rules, [{ rule: rule('b'), at: 1 }])).toEqual(rules);
  });

  it('keeps what is being changed where it stood, though it was deleted elsewhere', () => {
    const edited = [
      { rule: rule('d'), at: 3 },
      { rule: rule('b'), at: 1 },
    ];

    expect(idsOf(shownRules([rule('a'), rule('c')], edited))).toBe('abcd');
    expect(idsOf(shownRules([], edited))).toBe('bd');
  });
});
