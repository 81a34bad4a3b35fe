import { showToast, type ToastContent, useToastStore } from '#web/components/ui/toast.ts';

/** Something that happened, rather than the answer to a press: its toast waits for its turn. */
export interface Turn {
  /** What there is to tell now; null once that is nothing. */
  content: () => ToastContent | null;
  /** Where the answer to a press takes its place, it comes back after that. */
  comesBack?: true;
}

let waiting: readonly Turn[] = [];
/** The turns whose toast was taken from them. */
const interrupted = new WeakSet<Turn>();
let inSight: { turn: Turn; shown: unknown } | null = null;
let isFollowing = false;
let isShowing = false;

/**
 * Shows a toast, at once or in its turn: while the page is in sight, once what is told before has been, and never in place of one
 * with a button such as Undo.
 * @returns whether it was shown at once
 */
export function tell(turn: Turn): boolean {
  if (!isFollowing) {
    useToastStore.subscribe(follow);
    document.addEventListener('visibilitychange', showNext);
    isFollowing = true;
  }
  waiting = [...waiting, turn];
  showNext();
  return inSight?.turn === turn;
}

/** Whether its toast still waits for its turn, or is in sight. */
export const isTurnOpen = (turn: Turn): boolean => inSight?.turn === turn || waiting.includes(turn);

function follow(): void {
  if (isShowing) return;
  const { newest } = useToastStore.getState();
  if (inSight && inSight.shown !== newest) {
    const { turn } = inSight;
    inSight = null;
    if (newest && turn.comesBack) {
      interrupted.add(turn);
      waiting = [turn, ...waiting];
    }
  }
  showNext();
}

function showNext(): void {
  waiting = waiting.filter(({ content }) => content() !== null);
  const [next, ...rest] = waiting;
  const content = next?.content();
  if (!next || !content || document.hidden || !isFreeFor(next)) return;
  waiting = rest;
  isShowing = true;
  showToast(content);
  isShowing = false;
  inSight = { turn: next, shown: useToastStore.getState().newest };
}

/** Whether no toast is in sight that somebody may be about to press, or has yet to read. */
function isFreeFor(turn: Turn): boolean {
  const { newest } = useToastStore.getState();
  if (!newest) return true;
  if (inSight?.shown === newest) return inSight.turn.content() === null;
  const hasButton = newest.action !== undefined && !('to' in newest.action);
  return !hasButton && !interrupted.has(turn);
}
