import clsx from 'clsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import type { StopCopy } from '#web/content/page-copy.ts';

/** What happens one after the other, as stops on the route line: downwards on a phone, across where there is room. */
export const StopLine = ({ stops }: { stops: readonly StopCopy[] }) => (
  <ol className="lg:grid lg:auto-cols-fr lg:grid-flow-col">
    {stops.map((stop, index) => (
      <li key={stop.title} className="grid grid-cols-[14px_1fr] gap-x-5 lg:block">
        <span aria-hidden className="flex flex-col items-center gap-0.75 pt-1.5 lg:flex-row lg:pt-0">
          <Node isFirst={index === 0} isLast={index === stops.length - 1} isAhead={stop.isAhead} />
          <LineTo next={stops[index + 1]} />
        </span>
        <div className="pb-7 lg:pt-4 lg:pr-6 lg:pb-0">
          <p className="font-semibold">{stop.title}</p>
          <p className="mt-1 text-ink-2">{stop.text}</p>
        </div>
      </li>
    ))}
  </ol>
);

interface NodeProps {
  isFirst: boolean;
  isLast: boolean;
  isAhead?: boolean;
}

const Node = ({ isFirst, isLast, isAhead }: NodeProps) => (
  <span
    className={clsx(
      'size-3.5 shrink-0',
      isLast ? 'rounded-[1px]' : 'rounded-full',
      isAhead && 'border-2 border-control',
      !isAhead && isFirst && 'bg-gold',
      !isAhead && !isFirst && (isLast ? 'bg-ink' : 'border-3 border-gold'),
    )}
  />
);

function LineTo({ next }: { next?: StopCopy }) {
  if (!next) return null;
  const lineClassName = next.isAhead ? 'text-line!' : undefined;
  return (
    <>
      <RouteLine
        direction="vertical"
        start="none"
        end="none"
        className="flex-1 pb-1 lg:hidden"
        lineClassName={lineClassName}
      />
      <RouteLine
        start="none"
        end="none"
        className="flex-1 pr-0.75 max-lg:hidden"
        lineClassName={lineClassName}
      />
    </>
  );
}
