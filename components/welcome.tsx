import './welcome.css';

const IDEAS = ['Summarize this page', 'What are the key numbers here?', 'Explain the selected text'];

/** What an empty chat shows: what Sidenote is for, and a way to begin. */
export function Welcome({ onPick }: { onPick: (text: string) => void }) {
  return (
    <div className="welcome">
      <h2>Ask about the page beside you</h2>
      <p>Sidenote reads it when it needs to, shows you every step, and answers here.</p>
      <ul>
        {IDEAS.map((idea) => (
          <li key={idea}>
            <button type="button" className="button" onClick={() => onPick(idea)}>
              {idea}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
