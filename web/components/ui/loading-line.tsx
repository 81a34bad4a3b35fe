import clsx from 'clsx';
import { RouteLine } from './route-line.tsx';

/** The loading indicator: a moving route line, and what is loading. */
export const LoadingLine = ({ label, className }: { label: string; className?: string }) => (
  <div role="status" className={clsx('text-14 text-ink-2', className)}>
    <RouteLine isMoving className="mb-3 max-w-[240px]" />
    {label}
  </div>
);
