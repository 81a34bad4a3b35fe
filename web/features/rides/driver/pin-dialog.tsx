import clsx from 'clsx';
import { Delete } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Dialog } from '#web/components/ui/dialog.tsx';

const DIGITS = 4;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

interface PinDialogProps {
  /** For example `Alex`. */
  riderName: string;
  /** Why the last PIN was refused; null before the first one. */
  problem: string | null;
  /** Locked after five wrong PINs. */
  isLocked: boolean;
  isPending: boolean;
  /** Called with the complete PIN of four digits. */
  onPin: (pin: string) => void;
  onClose: () => void;
}

/** Asks for the rider's PIN, by on-screen keys or the keyboard. Submits it with the fourth digit. */
export function PinDialog({ riderName, problem, isLocked, isPending, onPin, onClose }: PinDialogProps) {
  const [typed, setTyped] = useState('');
  // Clears a refused PIN in the same render that shows the error.
  const digits = typed.length === DIGITS && !isPending ? '' : typed;

  const isOff = isLocked || isPending;
  const add = (digit: string) => {
    if (isOff || digits.length === DIGITS) return;
    setTyped(digits + digit);
    if (digits.length === DIGITS - 1) onPin(digits + digit);
  };
  const remove = () => !isOff && setTyped(digits.slice(0, -1));
  const handleKey = ({ key }: KeyboardEvent) => {
    if (/^\d$/.test(key)) add(key);
    if (key === 'Backspace') remove();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isClosable={!isPending}
      title={`Ask ${riderName} for the PIN`}
      description="Four digits, shown on their ride page."
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keyboard input for the keys below */}
      <div onKeyDown={handleKey}>
        <p className="flex justify-center gap-3">
          <span className="sr-only" role="status">
            {isPending ? 'Starting...' : `${digits.length} of 4 digits`}
          </span>
          {[0, 1, 2, 3].map((index) => (
            <span
              key={index}
              aria-hidden
              className={clsx(
                'figures grid h-20 w-18 place-items-center rounded-field bg-sunken text-40',
                index === digits.length && !isOff && 'outline-2 outline-gold',
              )}
            >
              {digits[index]}
            </span>
          ))}
        </p>
        <p role="alert" className="mt-4 min-h-6 text-center font-medium text-danger">
          {!isPending && problem}
        </p>
        <div className="mt-3 grid grid-cols-3 gap-2">
          {[...KEYS, null, '0'].map((digit) =>
            digit ? (
              <Key key={digit} isOff={isOff} onPress={() => add(digit)}>
                {digit}
              </Key>
            ) : (
              <span key="gap" />
            ),
          )}
          <Key isOff={isOff} label="Delete the last digit" onPress={remove}>
            <Delete aria-hidden size={24} />
          </Key>
        </div>
      </div>
    </Dialog>
  );
}

interface KeyProps {
  isOff: boolean;
  label?: string;
  onPress: () => void;
  children: ReactNode;
}

const Key = ({ isOff, label, onPress, children }: KeyProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff}
    onClick={onPress}
    className="figures grid h-16 place-items-center rounded-field border border-control text-28 hover:bg-sunken aria-disabled:opacity-50"
  >
    {children}
  </button>
);
