import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface AccountRowProps {
  /** Without one, the row belongs to the row above it. */
  Icon?: LucideIcon;
  title: string;
  text: string;
  isListItem?: boolean;
  /** Shown below it. */
  notice?: ReactNode;
  /** The button, or the state, at its end. Below the text where there is no room beside it. */
  children: ReactNode;
}

/** A row of the account page, such as a passkey or a session: what it is, and what can be done with it. */
export function AccountRow({ Icon, title, text, isListItem, notice, children }: AccountRowProps) {
  const Row = isListItem ? 'li' : 'div';
  return (
    <Row className="border-line border-b py-2.5">
      <div className={clsx('flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2', !Icon && 'pl-9')}>
        <div className="flex min-w-0 flex-[1_1_10rem] items-center gap-4">
          {Icon && <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-ink-2" />}
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{title}</p>
            <p className="text-14 text-pretty text-ink-2">{text}</p>
          </div>
        </div>
        <div className="ml-auto flex">{children}</div>
      </div>
      {notice}
    </Row>
  );
}
