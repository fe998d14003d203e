import { t } from '../../lib/i18n/index.ts';

/** The progress of work, `share` from 0 to 1, as a bar and in percent. `label` names the work for screen readers. */
export function PercentBar({ label, share }: { label: string; share: number }) {
  return (
    <>
      <progress value={share} aria-label={label} />
      <span className="hint" aria-hidden>
        {t('percent', { number: Math.floor(share * 100) })}
      </span>
    </>
  );
}

/**
 * Returns a callback for progress that only sets whole percentages, so that a page is not rendered for every chat of a
 * large file.
 */
export function inPercents(setShare: (share: number) => void): (share: number) => void {
  return (share) => setShare(Math.floor(share * 100) / 100);
}
