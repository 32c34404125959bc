import { Check, Copy } from 'lucide-react';
import { useBridge } from '../hooks/bridge.ts';
import { useCopying } from '../hooks/use-copying.ts';
import { useDiagnostics } from '../hooks/use-diagnostics.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { aboutWords as words, languageName } from '../words/about.ts';
import { Section } from './section.tsx';

/** Which Keepsake this is, where its documents are, and what to report a problem with. */
export function AboutSection() {
  const { openWelcome, version } = useBridge();
  const { documents, report } = words;
  return (
    <Section id="about" title={words.title} text={words.text}>
      <dl className="settings-facts">
        <div>
          <dt>{words.version}</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>{words.language}</dt>
          <dd>{languageName()}</dd>
        </div>
      </dl>
      <Button className="settings-keys" size="small" onClick={() => void openWelcome()}>
        {words.welcome}
      </Button>
      <div className="settings-divided">
        <h3 className="settings-part-title">{documents.title}</h3>
        <p className="settings-row-note">{documents.text}</p>
        <dl className="settings-terms">
          {Object.entries(documents.files).map(([path, about]) => (
            <div key={path}>
              <dt>
                <code>{path}</code>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="settings-divided">
        <h3 className="settings-part-title">{report.title}</h3>
        <p className="settings-row-note">{report.text}</p>
      </div>
      <DiagnosticsPart />
    </Section>
  );
}

function DiagnosticsPart() {
  const { state, show, hide } = useDiagnostics();
  const { state: copying, copy } = useCopying();
  const { diagnostics } = words;
  const isShown = state.status === 'shown';
  const Icon = copying === 'copied' ? Check : Copy;
  return (
    <div className="settings-part settings-divided">
      <div>
        <h3 className="settings-part-title">{diagnostics.title}</h3>
        <p className="settings-row-note">{diagnostics.text}</p>
      </div>
      <Button
        busy={state.status === 'working'}
        aria-expanded={isShown}
        onClick={() => (isShown ? hide() : void show())}
      >
        {isShown ? diagnostics.hide : diagnostics.action}
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
            onClick={() => void copy(state.text)}
          >
            {copying === 'copied' ? words.copied : words.copy}
          </Button>
          {copying === 'failed' ? <p className="settings-row-note">{words.notCopied}</p> : null}
          <textarea
            className="text-field-input settings-report"
            dir="ltr"
            readOnly
            spellCheck={false}
            aria-label={diagnostics.title}
            value={state.text}
          />
        </div>
      ) : null}
      <LiveRegion words={{ rest: '', copied: words.copied, failed: words.notCopied }[copying]} />
    </div>
  );
}
