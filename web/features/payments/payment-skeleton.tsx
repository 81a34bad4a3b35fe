import { Skeleton } from '#web/components/ui/skeleton.tsx';

const FIELDS = ['number', 'expiry', 'code', 'country', 'zip'];

/** The place of the card fields while their code is on its way. */
export const PaymentSkeleton = () => (
  <div className="grid grid-cols-2 gap-x-4 gap-y-5 rounded-card border border-line bg-surface p-5 *:first:col-span-2 sm:p-7">
    {FIELDS.map((field) => (
      <div key={field}>
        <Skeleton className="mb-2 h-5 w-24" />
        <Skeleton className="h-12" />
      </div>
    ))}
  </div>
);
