import { useId } from 'react';
import { siteName } from '../highlights/site-name.ts';
import { useReadableSites } from '../hooks/use-readable-sites.ts';
import { Button } from '../ui/button.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { sitesWords } from '../words/highlights.ts';

const words = sitesWords.readable;

/** What the browser lets Keepsake read beside the sites where marks are on, each with its way back; nothing without any. */
export function ReadableSites({ onReleased }: { onReleased: (said: string) => void }) {
  const { patterns, error, release } = useReadableSites();
  const titleId = useId();
  if (patterns.length === 0) return error === null ? null : <Trouble error={error} />;
  const takeBack = async (pattern: string) => {
    if (await release(pattern)) onReleased(words.released(siteName(pattern)));
  };
  return (
    <>
      <h3 id={titleId} className="settings-site-name">
        {words.title}
      </h3>
      <p className="settings-text">{words.text}</p>
      <ul className="settings-list settings-sites" aria-labelledby={titleId}>
        {patterns.map((pattern) => (
          <li key={pattern} className="settings-row" data-readable={pattern}>
            <div className="settings-row-words">
              <p className="settings-site-name">{siteName(pattern)}</p>
            </div>
            <Button
              size="small"
              look="quiet"
              aria-label={words.release(siteName(pattern))}
              data-act="release"
              onClick={() => void takeBack(pattern)}
            >
              {words.releaseShort}
            </Button>
          </li>
        ))}
      </ul>
      {error === null ? null : <Trouble error={error} />}
    </>
  );
}
