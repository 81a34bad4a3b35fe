import type { Transition } from 'framer-motion';

/** Everything that moves takes this long and slows down at the end. */
export const ENTER: Transition = { duration: 0.26, ease: 'easeOut' };
