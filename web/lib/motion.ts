import type { TargetAndTransition, Transition } from 'framer-motion';

/** Everything that enters takes this long and slows down at the end. */
export const ENTER: Transition = { duration: 0.26, ease: 'easeOut' };

/** Between one list item and the next, in seconds. */
const STAGGER_SECONDS = 0.04;

interface Preset {
  initial: TargetAndTransition;
  animate: TargetAndTransition;
  exit: TargetAndTransition;
}

/** A list item slides up 8 px and fades in, one after the other; it leaves by folding away. */
export const listItem = (index = 0): Preset => ({
  initial: { opacity: 0, y: 8 },
  animate: { opacity: 1, y: 0, transition: { ...ENTER, delay: index * STAGGER_SECONDS } },
  exit: { opacity: 0, height: 0, transition: ENTER },
});

/** A short fade, for what appears in place. */
export const fade: Preset = {
  initial: { opacity: 0 },
  animate: { opacity: 1, transition: ENTER },
  exit: { opacity: 0, transition: ENTER },
};
