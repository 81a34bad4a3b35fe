import clsx from 'clsx';
import { Tooltip } from 'radix-ui';
import { Fragment } from 'react';
import type { HistoryLine } from './history-lines.ts';

/** The history of a ride, oldest first, on a route line; unresolved problems are drawn as rings. */
export const RideHistory = ({ lines }: { lines: readonly HistoryLine[] }) => (
  <Tooltip.Provider delayDuration={200}>
    <ol className="text-14">
      {lines.map((line, index) => (
        <Fragment key={line.version}>
          {line.day && (
            <li className="pt-1.5 pb-0.5 text-12 font-medium text-ink-2 first:pt-0">{line.day}</li>
          )}
          <li className="grid grid-cols-[64px_18px_minmax(0,1fr)] gap-x-2.5">
            <When line={line} />
            <span aria-hidden className="flex flex-col items-center">
              <span
                className={clsx(
                  'mt-[5px] shrink-0 rounded-full',
                  line.isProblem ? 'size-3 border-[3px] border-danger bg-surface' : 'size-2.5 bg-gold',
                )}
              />
              {index < lines.length - 1 && (
                <span
                  data-size="half"
                  data-direction="vertical"
                  className="route-line mt-[3px] -mb-[3px] min-h-2.5 flex-1"
                />
              )}
            </span>
            <p className="pb-2 leading-5 wrap-anywhere">
              {line.isProblem && <span className="sr-only">Open problem: </span>}
              {line.role && <span className="text-ink-2">{line.role} </span>}
              {line.name && <span className="font-medium">{line.name} </span>}
              <span className={line.role ? undefined : 'first-letter:uppercase'}>{line.act}</span>
              {line.text && <span className="block text-ink-2">{line.text}</span>}
              {line.address && (
                <span className="hidden text-ink-2 pointer-coarse:block">from {line.address}</span>
              )}
            </p>
          </li>
        </Fragment>
      ))}
    </ol>
  </Tooltip.Provider>
);

/** The time of an entry, with its network address, if known, on hover and focus. */
function When({ line: { at, time, address } }: { line: HistoryLine }) {
  const when = (
    <time dateTime={at} className="figures font-normal whitespace-nowrap">
      {time}
    </time>
  );
  if (!address) return <span className="pt-px text-right text-ink-2 leading-5">{when}</span>;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger className="h-5 cursor-default pt-px text-right text-ink-2 leading-5">
        {when}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          className="z-50 rounded-item bg-action px-2.5 py-1 text-12 text-on-action shadow-float"
        >
          from {address}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
