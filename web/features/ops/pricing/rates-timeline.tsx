import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type RatesOnLine, type RatesPhase, ratesTitle, sinceText } from './format-rates.ts';

interface RatesLineProps {
  line: readonly RatesOnLine[];
  /** The displayed version. */
  subject: RatesOnLine;
  onChoose: (version: RatesOnLine) => void;
  /** Shown beside an editable version: the day on which it takes effect. */
  day: ReactNode;
}

/** Timeline of versions, each selectable: past, in effect (ring), scheduled, draft (hollow square). */
export const RatesTimeline = ({ line, subject, onChoose, day }: RatesLineProps) => (
  <ol aria-label="Versions" className="flex flex-wrap gap-y-5 border-line border-b pb-3 max-lg:grid">
    {line.map((version, index) => {
      const isChosen = version === subject;
      const isLast = index === line.length - 1;
      return (
        <li key={version.number} className={clsx('min-w-44', isLast ? 'xl:w-[27.75rem]' : 'flex-1')}>
          <span aria-hidden className="flex h-6 items-center gap-3 max-lg:hidden">
            <span className={clsx('shrink-0', NODES[version.phase])} />
            {!isLast && (
              <span
                className={clsx(
                  'route-line mr-3 flex-1',
                  version.phase !== 'done' && 'text-control! opacity-45',
                )}
              />
            )}
          </span>
          <div className="mt-1 flex flex-wrap items-center gap-x-2 text-14">
            <span aria-hidden className={clsx('shrink-0 lg:hidden', NODES[version.phase])} />
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(version)}
              className={clsx(
                'min-h-11 text-left hover:underline xl:pointer-fine:min-h-8',
                isChosen && 'underline decoration-2 decoration-gold underline-offset-4',
              )}
            >
              <span className={clsx('font-semibold', version.phase === 'draft' && 'text-gold-ink')}>
                {ratesTitle(version)}
              </span>
            </button>
            {isChosen && day ? (
              <span className="flex items-center gap-2 text-ink-2">takes effect from {day}</span>
            ) : (
              <span className="text-ink-2">{version.rates && sinceText(version.rates)}</span>
            )}
          </div>
        </li>
      );
    })}
  </ol>
);

const NODES: Record<RatesPhase, string> = {
  done: 'size-3.5 rounded-full bg-gold',
  'in effect': 'size-4 rounded-full border-4 border-gold ring-4 ring-gold/25',
  scheduled: 'size-3.5 rounded-full border-2 border-gold',
  draft: 'size-3.5 rounded-[1px] border-2 border-control',
};
