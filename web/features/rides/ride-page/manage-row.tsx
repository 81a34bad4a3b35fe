import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The look of what is pressed in a row of Manage. */
export const MANAGE_ROW =
  'flex min-h-13 w-full items-center gap-4 py-2 text-left font-medium transition-colors hover:text-gold-ink';

interface FaceProps {
  Icon: LucideIcon;
  label: string;
  /** At the right: what it costs now, what can still change. */
  meta?: string | undefined;
}

/** What a row of Manage shows. */
export const Face = ({ Icon, label, meta }: FaceProps) => (
  <>
    <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
    <span className="shrink-0">{label}</span>
    {meta && <span className="ml-auto min-w-0 text-right text-14 text-ink-2 font-normal">{meta}</span>}
  </>
);

/** A row of Manage that does something here. */
export const ManageButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" {...rest} className={clsx(MANAGE_ROW, className)} />
);
