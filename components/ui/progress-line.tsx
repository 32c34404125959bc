import './progress-line.css';

type ProgressLineProps = {
  label: string;
  /** The progress as text, shown beside the bar. */
  words: string;
  value: number;
  /** Null while the total is unknown. */
  max: number | null;
};

export function ProgressLine({ label, words, value, max }: ProgressLineProps) {
  return (
    <div className="progress-line">
      <progress
        aria-label={label}
        aria-valuetext={words}
        {...(max === null ? {} : { value, max: Math.max(max, 1) })}
      />
      <span>{words}</span>
    </div>
  );
}
