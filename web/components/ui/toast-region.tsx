import { Bell, CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { type ToastAction, type ToastButton, type ToastContent, useToastStore } from './toast.ts';

const DURATION_MS = 5_000;

/** A toast with a button stays longer: it has to be read, and then reached. */
const BUTTON_SECONDS = 8;

function durationOf(action: ToastAction | undefined): number {
  if (!action || 'to' in action) return DURATION_MS;
  return action.isSticky ? Number.POSITIVE_INFINITY : BUTTON_SECONDS * 1_000;
}

/** Offset from the top of a wide window, in pixels: under the header, or over a dialog's scrim. */
const topOffset = () => (document.querySelector('[role=dialog][data-state=open]') ? 24 : 84);

/**
 * Sonner at the top right: one toast for five seconds, kept while hovered or focused. Not at the bottom,
 * where the buttons clicked next are: Complete Payment, Accept Ride.
 */
export function ToastRegion() {
  const newest = useToastStore((state) => state.newest);

  useEffect(() => {
    if (!newest) return;
    // With an id, so that an effect run twice, as React does in development, shows one toast.
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

/** A toast has gone. */
const forgetToast = (id: number): void =>
  useToastStore.setState((state) => (state.newest?.id === id ? { newest: null } : state));

interface ToastCardProps extends ToastContent {
  /** Its button was pressed. */
  onDone?: () => void;
}

const ROLES = {
  success: { role: 'status' },
  error: { role: 'alert' },
  notice: { 'aria-live': 'off' },
  news: { 'aria-live': 'off' },
} as const;

/**
 * One toast: icon, title, text, and a link or a button. An error is an alert, read at once; a success waits for a pause;
 * notice and news have been announced by who shows them.
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
  if (kind === 'news') return <Bell aria-hidden size={20} className={`${place} text-gold-ink`} />;
  return <CircleAlert aria-hidden size={20} className={`${place} text-danger`} />;
}

const ACTION =
  '-my-2 -mr-2 ml-auto inline-flex min-h-11 shrink-0 items-center gap-1.5 self-center rounded-field px-2 text-14 font-semibold text-gold-ink hover:bg-sunken';

/**
 * A toast's button, with the seconds that are left. A toast that is kept by pointer or focus stays past them: whether it is too
 * late then is the button's to say.
 */
function ActionButton({
  button: { label, onPress, key, isSticky },
  onDone,
}: { button: ToastButton } & Pick<ToastCardProps, 'onDone'>) {
  const left = useSecondsLeft(isSticky ? 0 : BUTTON_SECONDS);
  return (
    <>
      <button
        type="button"
        className={ACTION}
        aria-keyshortcuts={key}
        onClick={({ detail }) => {
          // The second press of a double one would count for the toast that comes next.
          if (detail > 1) return;
          onDone?.();
          onPress();
        }}
      >
        {label}
        {left > 0 && (
          // Read out, it would be read every second.
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
          style={{ transform: `scaleX(${Math.max(0, left - 1) / BUTTON_SECONDS})` }}
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
