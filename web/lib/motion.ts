import type { Transition } from 'framer-motion';

/*
 * Each kind of motion has one technique (docs/motion.md): CSS transitions for state changes, CSS keyframes
 * for entrances and loops, framer-motion for list items that leave or move.
 */

/** Duration in seconds and easing of all framer-motion animations: `--enter` of styles/motion.css. */
export const ENTER: Transition = { duration: 0.26, ease: 'easeOut' };

/** Whether the system requests reduced motion. For scripts; style sheets use the media query. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls an element into view: smoothly, or at once with reduced motion. */
export const scrollIntoView = (element: Element, block: ScrollLogicalPosition = 'start'): void =>
  element.scrollIntoView({ block, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
