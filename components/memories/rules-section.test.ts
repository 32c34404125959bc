import { describe, expect, it } from 'vitest';
import { t } from '../../lib/i18n/i18n.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { ruleErrorWords, shownRules } from './rules-section.tsx';

const rule = (id: string) => ({ id, content: id, key: null });
const idsOf = (rules: readonly { id: string }[]) => rules.map(({ id }) => id).join('');

describe('shownRules', () => {
  it('returns the rules unchanged if the edited ones are among them', () => {
    const rules = [rule('a'), rule('b')];

    expect(shownRules(rules, [{ rule: rule('b'), at: 1 }])).toEqual(rules);
  });

  it('keeps an edited rule in its place, even if it was deleted elsewhere', () => {
    const edited = [
      { rule: rule('d'), at: 3 },
      { rule: rule('b'), at: 1 },
    ];

    expect(idsOf(shownRules([rule('a'), rule('c')], edited))).toBe('abcd');
    expect(idsOf(shownRules([], edited))).toBe('bd');
  });
});

describe('ruleErrorWords', () => {
  it('has its own text for a rule that is gone, and the usual one for everything else', () => {
    const gone = { code: 'memory.not-found', message: 'No.', retryable: false } as const;
    const broken = { code: 'memory.server', message: 'No.', retryable: true } as const;

    expect(ruleErrorWords(gone)).toMatchObject({
      title: t('settings_rules_gone_title'),
      next: t('settings_rules_gone_next'),
    });
    expect(ruleErrorWords(gone).next).not.toContain('Memory');
    expect(ruleErrorWords(broken)).toEqual(errorWords(broken));
  });
});
