import clsx from 'clsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import type { StopCopy } from '#web/content/page-copy.ts';

/** Steps as stops on the route line: vertical, or horizontal if the container is wide enough. */
export const StopLine = ({ stops }: { stops: readonly StopCopy[] }) => (
  <div className="@container">
    <ol className="@2xl:grid @2xl:auto-cols-fr @2xl:grid-flow-col">
      {stops.map((stop, index) => (
        <li key={stop.title} className="group grid grid-cols-[14px_1fr] gap-x-5 @2xl:block">
          <span aria-hidden className="flex flex-col items-center gap-0.75 pt-1.5 @2xl:flex-row @2xl:pt-0">
            <Node isFirst={index === 0} isLast={index === stops.length - 1} isAhead={stop.isAhead} />
            <LineTo next={stops[index + 1]} />
          </span>
          <div className="pb-7 group-last:pb-0 @2xl:pt-4 @2xl:pr-6 @2xl:pb-0">
            <p className="font-semibold">{stop.title}</p>
            <p className="mt-1 text-ink-2">{stop.text}</p>
          </div>
        </li>
      ))}
    </ol>
  </div>
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
        className="flex-1 pb-1 @2xl:hidden"
        lineClassName={lineClassName}
      />
      <RouteLine
        start="none"
        end="none"
        className="flex-1 pr-0.75 @max-2xl:hidden"
        lineClassName={lineClassName}
      />
    </>
  );
}
