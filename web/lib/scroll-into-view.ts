import { wantsLessMotion } from './wants-less-motion.ts';

/** Brings an element into view, gliding unless the visitor asked for less motion. */
export const scrollIntoView = (element: Element, block: ScrollLogicalPosition = 'start'): void =>
  element.scrollIntoView({ block, behavior: wantsLessMotion() ? 'instant' : 'smooth' });
