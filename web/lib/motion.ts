import type { Transition } from 'framer-motion';

/*
 * One way for each kind of motion (docs/motion.md): CSS transitions for state and hover, CSS keyframes for
 * entrances and loops, framer-motion for list items that leave or change their place.
 */

/**
 * Duration (seconds) and easing of every framer-motion animation, equal to the 260 ms ease-out of the style
 * sheets.
 */
export const ENTER: Transition = { duration: 0.26, ease: 'easeOut' };

/** Whether the system asks for reduced motion. For scripts; style sheets have the media query. */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls an element into view: smoothly, or at once with reduced motion. */
export const scrollIntoView = (element: Element, block: ScrollLogicalPosition = 'start'): void =>
  element.scrollIntoView({ block, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
