import clsx from 'clsx';
import { Fragment } from 'react';
import { RouteLine } from './route-line.tsx';
import { Skeleton } from './skeleton.tsx';

interface RoutePlacesProps {
  /** As stored in the ride: a name, optionally followed by a comma and the address. */
  pickupLocation: string;
  dropoffLocation: string;
  /** Between pickup and drop-off, in driving order. */
  stops?: readonly string[];
  className?: string;
}

function Place({ kind, text }: { kind: string; text: string }) {
  const [name, ...address] = text.split(',');
  return (
    <p className="min-w-0 leading-snug">
      <span className="sr-only">{kind}: </span>
      <span className="block font-medium wrap-anywhere">{name}</span>
      {address.length > 0 && <span className="block text-14 text-ink-2">{address.join(',').trim()}</span>}
    </p>
  );
}

/** The route of a ride: ● pickup, the line, a ring for each stop, ■ drop-off, each mark beside its place. */
export const RoutePlaces = ({ pickupLocation, dropoffLocation, stops = [], className }: RoutePlacesProps) => (
  <div className={clsx('grid grid-cols-[10px_1fr] gap-x-4', className)}>
    <RouteLine size="half" direction="vertical" end="none" className="mt-1.5" />
    <div className="pb-4">
      <Place kind="Pickup" text={pickupLocation} />
    </div>
    {stops.map((stop, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a ride may stop at one place twice
      <Fragment key={index}>
        <span aria-hidden className="mt-1.5 flex flex-col items-center gap-[2.5px]">
          <span className="size-2.5 shrink-0 rounded-full border-2 border-gold" />
          <span data-size="half" data-direction="vertical" className="route-line flex-1" />
        </span>
        <div className="pb-4">
          <Place kind="Stop" text={stop} />
        </div>
      </Fragment>
    ))}
    <span aria-hidden className="mt-1.5 size-2.5 rounded-[1px] bg-ink" />
    <Place kind="Drop-off" text={dropoffLocation} />
  </div>
);

/** A loading placeholder with the shape of a route. */
export const RoutePlacesSkeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={clsx('grid grid-cols-[10px_1fr] gap-x-4', className)}>
    <RouteLine size="half" direction="vertical" className="row-span-2 opacity-40" />
    <div className="pb-4">
      <Skeleton className="h-5 w-4/5 max-w-64" />
      <Skeleton className="mt-1 h-4 w-2/5 max-w-40" />
    </div>
    <div>
      <Skeleton className="h-5 w-3/5 max-w-52" />
      <Skeleton className="mt-1 h-4 w-1/3 max-w-36" />
    </div>
  </div>
);
