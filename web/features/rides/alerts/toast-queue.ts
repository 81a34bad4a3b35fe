import { showToast, type ToastContent, useToastStore } from '#web/components/ui/toast.ts';

/** A toast about an event, rather than in reply to a user's action. It waits for its turn. */
export interface QueuedToast {
  /** The content at the time of showing; null once there is nothing left to show. */
  content: () => ToastContent | null;
  /** Whether it is shown again after a toast in reply to an action has replaced it. */
  reshowsAfterInterruption?: true;
}

let waiting: readonly QueuedToast[] = [];
/** Turns whose toast was replaced by another toast. */
const interrupted = new WeakSet<QueuedToast>();
let inSight: { turn: QueuedToast; shown: unknown } | null = null;
let isFollowing = false;
let isShowing = false;

/**
 * Shows a toast, at once or when its turn comes: when the page is visible and earlier turns are done. It
 * never replaces a toast with a button such as Undo.
 * @returns whether it was shown at once
 */
export function queueToast(turn: QueuedToast): boolean {
  if (!isFollowing) {
    useToastStore.subscribe(follow);
    document.addEventListener('visibilitychange', showNext);
    isFollowing = true;
  }
  waiting = [...waiting, turn];
  showNext();
  return inSight?.turn === turn;
}

/** Whether the toast is still waiting or visible. */
export const isToastPending = (turn: QueuedToast): boolean =>
  inSight?.turn === turn || waiting.includes(turn);

function follow(): void {
  if (isShowing) return;
  const { newest } = useToastStore.getState();
  if (inSight && inSight.shown !== newest) {
    const { turn } = inSight;
    inSight = null;
    if (newest && turn.reshowsAfterInterruption) {
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

/**
 * Whether the visible toast may be replaced: not a valid toast of another turn, nor one with a button. An
 * interrupted turn waits until any reply to an action has been dismissed.
 */
function isFreeFor(turn: QueuedToast): boolean {
  const { newest } = useToastStore.getState();
  if (!newest) return true;
  if (inSight?.shown === newest) return inSight.turn.content() === null;
  const hasButton = newest.action !== undefined && !('to' in newest.action);
  return !hasButton && !interrupted.has(turn);
}
