import type { Transition } from 'framer-motion';

/*
 * One way for each kind of motion (docs/motion.md): CSS transitions for states, CSS keyframes for entrances
 * and loops, framer-motion for list items that leave or change their place.
 */

/** Duration in seconds and easing of all framer-motion animations: `--enter` of styles/motion.css. */
export const ENTER: Transition = { duration: 0.26, ease: 'easeOut' };

/** Whether the system asks for reduced motion. For scripts; style sheets have the media query. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls an element into view: smoothly, or at once with reduced motion. */
export const scrollIntoView = (element: Element, block: ScrollLogicalPosition = 'start'): void =>
  element.scrollIntoView({ block, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
