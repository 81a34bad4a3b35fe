import { RouteLine } from '#web/components/ui/route-line.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** Where the rides will be, in their shape. */
export const RideSkeletons = () => (
  <div aria-hidden className="flex flex-col gap-4">
    <Skeleton className="mb-1 h-8 w-40" />
    {['first', 'second'].map((which) => (
      <div key={which} className="rounded-card border border-line bg-surface p-4.5 sm:p-7">
        <div className="flex gap-4 max-sm:justify-between">
          <Skeleton className="h-6 w-20 rounded-full" />
          <Skeleton className="h-6 w-24" />
        </div>
        <div className="mt-5 grid grid-cols-[10px_1fr_auto] gap-x-4">
          <RouteLine size="half" direction="vertical" className="row-span-2 opacity-40" />
          <div className="pb-4">
            <Skeleton className="h-5 w-4/5 max-w-64" />
            <Skeleton className="mt-1 h-4 w-2/5 max-w-40" />
          </div>
          <Skeleton className="row-span-2 h-9 w-28" />
          <div>
            <Skeleton className="h-5 w-3/5 max-w-52" />
            <Skeleton className="mt-1 h-4 w-1/3 max-w-36" />
          </div>
        </div>
        <Skeleton className="mt-6 h-40 sm:h-16" />
      </div>
    ))}
  </div>
);
