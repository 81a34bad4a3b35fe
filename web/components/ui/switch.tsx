import clsx from 'clsx';
import type { ReactNode } from 'react';

interface SwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** The label, to the right of the switch and part of the hit area. */
  children: ReactNode;
  className?: string;
}

/** A switch for a setting that takes effect immediately. */
export const Switch = ({ isOn, onChange, children, className }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    onClick={() => onChange(!isOn)}
    className={clsx('group inline-flex min-h-11 items-center gap-3 text-14', className)}
  >
    <span
      aria-hidden
      className="flex h-6 w-10 shrink-0 rounded-full border border-control bg-sunken p-[3px] transition-colors group-aria-checked:border-switch-on group-aria-checked:bg-switch-on"
    >
      <span className="size-4 rounded-full bg-control transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-bg" />
    </span>
    {children}
  </button>
);
