import type { ReactNode } from 'react';
import { POSITIONS, type Position } from '#web/content/positions.ts';

/** The open positions, each with a way to apply for it. */
export const PositionList = ({ apply }: { apply: (position: Position) => ReactNode }) => (
  <ul className="border-line border-t">
    {POSITIONS.map((position) => (
      <li
        key={position.title}
        className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-b py-5"
      >
        <div className="min-w-0 max-w-[34em]">
          <h3 className="text-18 font-medium">{position.title}</h3>
          <p className="text-14 text-ink-2">
            {position.team}, {position.place}
          </p>
          <p className="mt-2 text-ink-2">{position.text}</p>
        </div>
        {apply(position)}
      </li>
    ))}
  </ul>
);
