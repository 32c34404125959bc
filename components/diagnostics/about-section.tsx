import { Check, Copy } from 'lucide-react';
import { useBridge } from '../app/bridge.ts';
import { errorOf, useCommand } from '../app/use-command.ts';
import { useCopying } from '../app/use-copying.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Section, SettingsPart } from '../ui/section.tsx';
import { language, t } from '../../lib/i18n/i18n.ts';

export function AboutSection() {
  const { openWelcome, version } = useBridge();
  return (
    <Section id="about" title={t('about_title')}>
      <div className="settings-about">
        <dl className="settings-facts">
          <div>
            <dt>{t('about_version')}</dt>
            <dd>{version}</dd>
          </div>
          <div>
            <dt>{t('about_language')}</dt>
            <dd>{languageName()}</dd>
          </div>
        </dl>
        <QuietButton onClick={() => void openWelcome()}>{t('about_welcome')}</QuietButton>
      </div>
      <DiagnosticsPart />
    </Section>
  );
}

function DiagnosticsPart() {
  const { state, run, reset } = useCommand(({ ask }) => ask('diagnostics.read', {}));
  const { state: copying, words, copy } = useCopying();
  const isShown = state.status === 'done';
  const Icon = copying === 'copied' ? Check : Copy;
  return (
    <SettingsPart
      className="settings-divided"
      words={{ title: t('about_report_title'), text: t('about_report_text') }}
      also={t('about_diagnostics_text')}
      error={errorOf(state)}
    >
      <Button
        busy={state.status === 'running'}
        aria-expanded={isShown}
        onClick={() => (isShown ? reset() : void run(undefined))}
      >
        {isShown ? t('about_diagnostics_hide') : t('about_diagnostics_action')}
      </Button>
      {isShown ? (
        <div className="settings-outcome settings-diagnostics">
          <Button
            className="settings-keys"
            icon={<Icon size={16} />}
            onClick={() => void copy(state.value.text)}
          >
            {copying === 'copied' ? words : t('common_copy')}
          </Button>
          {copying === 'failed' ? <p className="settings-row-note">{words}</p> : null}
          <textarea
            className="text-field-input settings-report"
            dir="ltr"
            readOnly
            spellCheck={false}
            aria-label={t('about_diagnostics_label')}
            value={state.value.text}
          />
        </div>
      ) : null}
      <LiveRegion words={words} />
    </SettingsPart>
  );
}

export function languageName(): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}
