import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface AccountRowProps {
  /** Without one, the row belongs to the row above it. */
  Icon?: LucideIcon;
  title: string;
  text: string;
  isListItem?: boolean;
  /** The button, or the state, at its end. */
  children: ReactNode;
}

/** A row of the account page, such as a passkey or a session: what it is, and what can be done with it. */
export function AccountRow({ Icon, title, text, isListItem, children }: AccountRowProps) {
  const Row = isListItem ? 'li' : 'div';
  return (
    <Row className={clsx('flex min-h-16 items-center gap-4 border-line border-b py-2.5', !Icon && 'pl-9')}>
      {Icon && <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-ink-2" />}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-14 text-pretty text-ink-2">{text}</p>
      </div>
      {children}
    </Row>
  );
}
