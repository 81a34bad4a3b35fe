import { Delete } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DriveFrame, type DriveFrameProps } from './drive-frame.tsx';
import type { PinQuestion } from './drive-question.ts';
import { useDriveKeys } from './use-drive-keys.ts';

const PLACES = [0, 1, 2, 3];
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

interface PinScreenProps extends Omit<DriveFrameProps, 'pad' | 'children'> {
  question: PinQuestion;
  /** Called with the complete PIN of four digits. */
  onPin: (pin: string) => void;
}

/** Asks for the rider's PIN, by on-screen keys or the keyboard. Cleared after a wrong PIN. */
export function PinScreen({ question, onPin, ...frame }: PinScreenProps) {
  const [typed, setTyped] = useState({ digits: '', against: question });
  // Once another PIN is sent, the refusal of the one before it is no longer shown: that PIN may be right.
  const [answered, setAnswered] = useState<PinQuestion | null>(null);
  const isWrong = question.isWrong && answered !== question;
  const isOff = question.isLocked || frame.isPending;
  // Clear a PIN once its request has ended, also after a network error.
  const isSent = typed.digits.length === PLACES.length && !frame.isPending;
  const digits = typed.against === question && !isSent ? typed.digits : '';

  const add = (digit: string) => {
    if (isOff || digits.length === PLACES.length) return;
    const next = digits + digit;
    setTyped({ digits: next, against: question });
    if (next.length < PLACES.length) return;
    setAnswered(question);
    onPin(next);
  };
  const remove = () => !isOff && setTyped({ digits: digits.slice(0, -1), against: question });
  useDriveKeys({
    ...Object.fromEntries(DIGITS.map((digit) => [digit, () => add(digit)])),
    Backspace: remove,
  });

  const pad = !question.isLocked && (
    <div className="drive-pad">
      {DIGITS.slice(0, 9).map((digit) => (
        <PadKey key={digit} isOff={isOff} onPress={() => add(digit)}>
          {digit}
        </PadKey>
      ))}
      <span />
      <PadKey isOff={isOff} onPress={() => add('0')}>
        0
      </PadKey>
      <PadKey isOff={isOff} label="Delete the last digit" onPress={remove}>
        <Delete aria-hidden size={32} />
      </PadKey>
    </div>
  );

  return (
    <DriveFrame {...frame} pad={pad}>
      <p className={isWrong ? 'font-medium text-danger' : 'font-medium'}>
        {isWrong || !question.isWrong ? question.message : 'Ask for the PIN.'}
      </p>
      <p className="mt-4 flex gap-3">
        <span role="status" className="sr-only">
          {digits.length} of 4 digits
        </span>
        {PLACES.map((place) => (
          <span
            key={place}
            aria-hidden
            className="figures grid h-20 w-18 place-items-center rounded-field bg-sunken text-40"
          >
            {digits[place]}
          </span>
        ))}
      </p>
    </DriveFrame>
  );
}

interface PadKeyProps {
  isOff: boolean;
  label?: string;
  onPress: () => void;
  children: ReactNode;
}

const PadKey = ({ isOff, label, onPress, children }: PadKeyProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff || undefined}
    className="drive-pad-key figures"
    onClick={onPress}
  >
    {children}
  </button>
);
