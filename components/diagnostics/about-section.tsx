import { Check, Copy } from 'lucide-react';
import { useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';
import { useCopying } from '../app/use-copying.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { Section } from '../ui/section.tsx';
import { language, t } from '../../lib/i18n/i18n.ts';

export function AboutSection() {
  const { openWelcome, version } = useBridge();
  return (
    <Section id="about" title={t('about_title')}>
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
      <Button className="settings-keys" size="small" onClick={() => void openWelcome()}>
        {t('about_welcome')}
      </Button>
      <div className="settings-divided">
        <h3 className="settings-part-title">{t('about_report_title')}</h3>
        <p className="settings-row-note">{t('about_report_text')}</p>
      </div>
      <DiagnosticsPart />
    </Section>
  );
}

function DiagnosticsPart() {
  const { state, run, reset } = useCommand(({ ask }) => ask('diagnostics.read', {}));
  const { state: copying, copy } = useCopying();
  const isShown = state.status === 'done';
  const Icon = copying === 'copied' ? Check : Copy;
  return (
    <div className="settings-part settings-divided">
      <div>
        <h3 className="settings-part-title">{t('about_diagnostics_label')}</h3>
        <p className="settings-row-note">{t('about_diagnostics_text')}</p>
      </div>
      <Button
        busy={state.status === 'running'}
        aria-expanded={isShown}
        onClick={() => (isShown ? reset() : void run(undefined))}
      >
        {isShown ? t('about_diagnostics_hide') : t('about_diagnostics_action')}
      </Button>
      {state.status === 'failed' ? (
        <div className="settings-outcome">
          <Trouble error={state.error} />
        </div>
      ) : null}
      {isShown ? (
        <div className="settings-outcome settings-diagnostics">
          <Button
            className="settings-keys"
            icon={<Icon size={16} aria-hidden="true" />}
            onClick={() => void copy(state.value.text)}
          >
            {copying === 'copied' ? t('common_copied') : t('common_copy')}
          </Button>
          {copying === 'failed' ? (
            <p className="settings-row-note">{t('common_copyFailed')}</p>
          ) : null}
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
      <LiveRegion
        words={{ rest: '', copied: t('common_copied'), failed: t('common_copyFailed') }[copying]}
      />
    </div>
  );
}

export function languageName(): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}
