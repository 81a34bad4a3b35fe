import clsx from 'clsx';

/** `primary`: one per card or form; `quiet`: where a border distracts; `danger`: for irreversible actions. */
export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger';

/** Height in pixels: 44 by default, 48 for full-width buttons on a phone, 52 for a form's main action. */
type ButtonSize = 44 | 48 | 52;

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  outline: 'border-control text-ink hover:bg-sunken',
  danger: 'border-danger text-danger hover:bg-sunken',
  quiet: 'border-transparent text-ink hover:bg-sunken',
};

const BUSY = 'border-line bg-sunken text-ink-2';

const SIZES: Record<ButtonSize, string> = { 44: 'min-h-11 px-5', 48: 'min-h-12 px-6', 52: 'min-h-13 px-6' };

/** The classes of everything that looks like a button. Labels wrap only at very large text sizes. */
export const buttonClass = (
  { variant = 'primary', size = 44, className }: ButtonLook = {},
  isBusy = false,
): string =>
  clsx(
    'inline-flex items-center justify-center gap-2.5 rounded-field border text-16 font-semibold leading-tight whitespace-nowrap transition-colors max-[19.9rem]:whitespace-normal',
    SIZES[size],
    isBusy ? BUSY : VARIANTS[variant],
    className,
  );
