/** Brings an element into view, gliding unless the visitor asked for less motion. */
export function scrollIntoView(element: Element, block: ScrollLogicalPosition = 'start'): void {
  const wantsLessMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block, behavior: wantsLessMotion ? 'instant' : 'smooth' });
}
