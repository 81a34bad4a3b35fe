import { RouteLine } from '#web/components/ui/route-line.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';

/** Where the offers will be, in their shape. */
export const OfferSkeletons = () => (
  <div aria-hidden className="flex flex-col gap-4">
    {['first', 'second', 'third'].map((which) => (
      <div
        key={which}
        className="grid gap-4 rounded-card border border-line bg-surface p-4.5 sm:grid-cols-[1fr_248px] sm:gap-x-9 sm:px-7 sm:py-6 xl:grid-cols-[208px_1fr_168px_248px]"
      >
        <div className="flex justify-between xl:flex-col">
          <Skeleton className="h-6 w-24 rounded-full" />
          <Skeleton className="h-5 w-32" />
        </div>
        <div className="grid grid-cols-[10px_1fr] gap-x-4 opacity-40">
          <RouteLine size="half" direction="vertical" className="row-span-2" />
          <div className="pb-4">
            <Skeleton className="h-5 w-4/5 max-w-64" />
            <Skeleton className="mt-1 h-4 w-2/5" />
          </div>
          <div>
            <Skeleton className="h-5 w-3/5 max-w-52" />
            <Skeleton className="mt-1 h-4 w-1/3" />
          </div>
        </div>
        <Skeleton className="h-5 w-32 sm:col-start-1 xl:col-start-3" />
        <div className="flex flex-col gap-4 sm:col-start-2 sm:row-span-3 sm:row-start-1 xl:col-start-4 xl:row-span-1">
          <Skeleton className="h-7 w-28 sm:ml-auto" />
          <Skeleton className="mt-auto h-12 rounded-field sm:h-11" />
        </div>
      </div>
    ))}
  </div>
);
