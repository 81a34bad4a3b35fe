import { Bell, CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { type ToastAction, type ToastButton, type ToastContent, useToastStore } from './toast.ts';

const DURATION_MS = 5_000;

/** A toast with a button stays longer, so that the user can read it and reach the button. */
const BUTTON_SECONDS = 8;

const secondsOf = ({ seconds = BUTTON_SECONDS }: ToastButton): number => Math.min(seconds, BUTTON_SECONDS);

function durationOf(action: ToastAction | undefined): number {
  if (!action || 'to' in action) return DURATION_MS;
  return action.isSticky ? Number.POSITIVE_INFINITY : Math.max(secondsOf(action) * 1_000, DURATION_MS);
}

/**
 * Returns the offset from the top of a wide window, in pixels: below the header, or over a dialog's overlay.
 */
const topOffset = () => (document.querySelector('[role=dialog][data-state=open]') ? 24 : 84);

/**
 * Sonner at the top right: one toast at a time, for five seconds, kept while hovered or focused. Not at the
 * bottom, because that is where the next buttons are: Complete Payment, Accept Ride.
 */
export function ToastRegion() {
  const newest = useToastStore((state) => state.newest);

  useEffect(() => {
    if (!newest) return;
    // The id prevents a second toast when the effect runs twice, as React does in development.
    const { id, ...content } = newest;
    sonner.custom(() => <ToastCard {...content} onDone={() => forgetToast(id)} />, {
      id,
      onAutoClose: () => forgetToast(id),
      onDismiss: () => forgetToast(id),
      duration: durationOf(content.action),
    });
    return () => {
      sonner.dismiss(id);
    };
  }, [newest]);

  return (
    <Sonner
      position="top-right"
      visibleToasts={1}
      offset={{ top: topOffset(), right: 24 }}
      mobileOffset={16}
    />
  );
}

/** Clears the store after a toast has been removed. */
const forgetToast = (id: number): void =>
  useToastStore.setState((state) => (state.newest?.id === id ? { newest: null } : state));

interface ToastCardProps extends ToastContent {
  /** Called when the toast's button is pressed. */
  onDone?: () => void;
}

const ROLES = {
  success: { role: 'status' },
  error: { role: 'alert' },
  notice: { 'aria-live': 'off' },
  notification: { 'aria-live': 'off' },
} as const;

/**
 * A toast with icon, title, text, and a link or a button. An error is an alert, read at once; a success is
 * read at the next pause. Notices and notifications are not live, because their callers have announced them.
 */
export const ToastCard = ({ kind, title, description, action, onDone }: ToastCardProps) => (
  <div
    {...ROLES[kind]}
    className="relative flex w-full gap-3 overflow-clip rounded-card border border-line bg-surface p-4 font-sans leading-normal text-ink shadow-float sm:w-[380px]"
  >
    <KindIcon kind={kind} />
    <div className="min-w-0">
      <p className="font-medium">{title}</p>
      {description && <p className="text-14 text-ink-2">{description}</p>}
    </div>
    {action && 'to' in action && (
      <Link to={action.to} className={ACTION}>
        {action.label}
      </Link>
    )}
    {action && 'onPress' in action && <ActionButton button={action} onDone={onDone} />}
  </div>
);

function KindIcon({ kind }: Pick<ToastContent, 'kind'>) {
  const place = 'mt-0.5 shrink-0';
  if (kind === 'success') return <CircleCheck aria-hidden size={20} className={`${place} text-ok`} />;
  if (kind === 'notification') return <Bell aria-hidden size={20} className={`${place} text-gold-ink`} />;
  return <CircleAlert aria-hidden size={20} className={`${place} text-danger`} />;
}

const ACTION =
  '-my-2 -mr-2 ml-auto inline-flex min-h-11 shrink-0 items-center gap-1.5 self-center rounded-field px-2 text-14 font-semibold text-gold-ink hover:bg-sunken';

/**
 * A toast's button, with the remaining seconds. A toast kept open by pointer or focus outlasts them; the
 * button's action then reports that it is too late.
 */
function ActionButton({ button, onDone }: { button: ToastButton } & Pick<ToastCardProps, 'onDone'>) {
  const { label, onPress, key, isSticky } = button;
  const seconds = secondsOf(button);
  const left = useSecondsLeft(isSticky ? 0 : seconds);
  return (
    <>
      <button
        type="button"
        className={ACTION}
        aria-keyshortcuts={key}
        onClick={({ detail }) => {
          // The second click of a double click would hit the next toast's button.
          if (detail > 1) return;
          onDone?.();
          onPress();
        }}
      >
        {label}
        {left > 0 && (
          // Hidden from screen readers, which would read it every second.
          <span aria-hidden className="figures min-w-[1ch] font-normal">
            {left}
          </span>
        )}
        {key && (
          <kbd
            aria-hidden
            className="ml-2 grid min-w-6 place-items-center rounded-[6px] border border-line px-1.5 font-normal font-sans text-12 text-ink-2 pointer-coarse:hidden"
          >
            {key}
          </kbd>
        )}
      </button>
      {!isSticky && (
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-[3px] origin-left bg-gold transition-transform duration-1000 ease-linear motion-reduce:hidden"
          style={{ transform: `scaleX(${Math.max(0, left - 1) / seconds})` }}
        />
      )}
    </>
  );
}

/** Counts `seconds` down to zero. */
function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  const isOver = left <= 0;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setLeft((before) => before - 1), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
