import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

/** Class of the button or link that a row of Manage is. */
export const MANAGE_ROW =
  'flex min-h-13 w-full items-center gap-4 py-2 text-left font-medium transition-colors hover:text-gold-ink';

interface ManageFaceProps {
  Icon: LucideIcon;
  label: string;
  /** What it costs now, or what it is set to. */
  meta?: ReactNode;
}

/** What a row of Manage shows. */
export const ManageFace = ({ Icon, label, meta }: ManageFaceProps) => (
  <>
    <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
    <span className="shrink-0">{label}</span>
    {meta && <span className="ml-auto min-w-0 text-right text-14 text-ink-2 font-normal">{meta}</span>}
  </>
);

/** A row of Manage, around its button or link. */
export const ManageRow = ({ children }: { children: ReactNode }) => (
  <li className="border-line border-b">{children}</li>
);

/** The button that a row of Manage is. */
export const ManageButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={clsx(MANAGE_ROW, className)} />
);
