import type { DefinitionChange } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { visibleText } from '../../lib/security/index.ts';
import './definition-diff.css';

/** How a tool is described now and was before, line by line: what is only in one of them is marked. */
export function DefinitionDiff({ change }: { change: DefinitionChange }) {
  const [before, after] = [change.before.split('\n'), change.after.split('\n')];
  return (
    <dl className="definition-diff">
      <dt>{t('toolBefore')}</dt>
      <dd>
        <Lines lines={before} others={after} mark="del" />
      </dd>
      <dt>{t('toolNow')}</dt>
      <dd>
        <Lines lines={after} others={before} mark="ins" />
      </dd>
    </dl>
  );
}

function Lines({ lines, others, mark: Mark }: { lines: string[]; others: string[]; mark: 'del' | 'ins' }) {
  const known = new Set(others.map((line) => line.replace(/,$/, '')));
  return (
    <pre>
      {lines.map((line, index) => {
        const text = `${visibleText(line)}\n`;
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else that tells them apart
        return known.has(line.replace(/,$/, '')) ? text : <Mark key={index}>{text}</Mark>;
      })}
    </pre>
  );
}
