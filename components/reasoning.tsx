import './reasoning.css';

type Props = {
  text: string;
  /** How long it took, in milliseconds; 0 where that is not known. */
  ms: number;
  /** It is still being written. */
  isLive: boolean;
};

/** What the model thought before it spoke: a line with its time, to unfold. */
export function Reasoning({ text, ms, isLive }: Props) {
  return (
    <details className="reasoning" data-live={isLive}>
      <summary>{isLive ? 'Thinking…' : ms < 1000 ? 'Thought' : `Thought for ${timeText(ms)}`}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}

/** Nobody needs tenths of a second of this. */
function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
