import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** Class names of the button or link in a row of Manage. */
export const MANAGE_ROW =
  'flex min-h-13 w-full items-center gap-4 py-2 text-left font-medium transition-colors hover:text-gold-ink';

interface ManageFaceProps {
  Icon: LucideIcon;
  label: string;
  /** The current cost or setting. */
  meta?: ReactNode;
}

/** The content of a row of Manage. */
export const ManageFace = ({ Icon, label, meta }: ManageFaceProps) => (
  <>
    <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
    <span className="shrink-0 max-[19.9rem]:shrink">{label}</span>
    {meta && <span className="ml-auto min-w-0 text-right text-14 text-ink-2 font-normal">{meta}</span>}
  </>
);

/** A list item for a row of Manage. */
export const ManageRow = ({ children }: { children: ReactNode }) => (
  <li className="border-line border-b">{children}</li>
);

/** The button of a row of Manage. */
export const ManageButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={clsx(MANAGE_ROW, className)} />
);
